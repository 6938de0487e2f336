/// What a cache may hold.
package struct CacheLimits: Hashable, Sendable {
  /// The greatest sum of costs, in bytes.
  package var cost: Int
  /// The greatest number of entries.
  package var count: Int

  /// Sets both limits, in bytes and entries.
  package init(cost: Int, count: Int = .max) {
    self.cost = cost
    self.count = count
  }
}
