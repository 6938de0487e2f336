/// What was taken out of the memory cache.
package struct RemovedTiles: Hashable, Sendable {
  /// The number of tiles.
  package let count: Int
  /// What they took, in bytes.
  package let byteCount: Int

  /// Takes both sums.
  package init(count: Int, byteCount: Int) {
    self.count = count
    self.byteCount = byteCount
  }
}
