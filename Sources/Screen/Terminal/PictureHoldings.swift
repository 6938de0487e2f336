/// What a terminal holds of pictures, by our own count: it does not tell.
package struct PictureHoldings: Hashable, Sendable {
  /// How many pictures.
  package var count: Int
  /// What they take there, in bytes.
  package var byteCount: Int
  /// What they may take, in bytes; nil where the terminal keeps nothing that is not on its screen.
  package var budget: Int?

  /// Counts some pictures.
  package init(count: Int = 0, byteCount: Int = 0, budget: Int? = nil) {
    self.count = count
    self.byteCount = byteCount
    self.budget = budget
  }
}
