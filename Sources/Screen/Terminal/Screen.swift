package import Imaging

/// A place where whole frames are shown: a terminal, or memory in a test.
@MainActor
package protocol Screen: AnyObject {
  /// The size in character cells.
  var size: CellSize { get }

  /// What the terminal holds of pictures; nil where it is sent none.
  var holdings: PictureHoldings? { get }

  /// Shows a frame; only what differs from the frame before is sent.
  func present(_ frame: Frame)

  /// Makes the next frame be sent whole, for a terminal whose content is not known any more.
  func invalidate()

  /// Gives the terminal back and stops the program until it is continued.
  func suspend()
}

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
