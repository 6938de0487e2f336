/// A list of photos that may still be growing.
package protocol PhotoCatalog: Sendable {
  /// Reads the list anew: each snapshot holds all that is known by then, and the last is complete.
  ///
  /// A consumer that is slower than the reading gets only the newest snapshot. Reading ends soon
  /// after the consumer has gone.
  func snapshots() -> AsyncStream<CatalogSnapshot>
}
