/// How much a cache holds, or how much was taken out of it.
package struct CacheUsage: Hashable, Sendable {
  /// The sum of costs, in bytes.
  package var cost: Int
  /// The number of entries.
  package var count: Int

  /// Takes both sums, in bytes and entries.
  package init(cost: Int, count: Int) {
    self.cost = cost
    self.count = count
  }
}
