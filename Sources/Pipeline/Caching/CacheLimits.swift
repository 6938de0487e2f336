/// What a cache may hold.
package struct CacheLimits: Hashable, Sendable {
  /// The greatest sum of costs, in bytes.
  package var cost: Int
  /// The greatest number of entries.
  package var count: Int
  /// The greatest cost of one entry in bytes, where it is not a tenth of the whole.
  package var entryCost: Int?

  /// The greatest cost of one entry, in bytes: one above it is not kept and flushes nothing.
  package var greatestEntryCost: Int { entryCost.map { min($0, cost) } ?? cost / 10 }

  /// Sets the limits, in bytes and entries.
  package init(cost: Int, count: Int = .max, entryCost: Int? = nil) {
    self.cost = cost
    self.count = count
    self.entryCost = entryCost
  }
}
