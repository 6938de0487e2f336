package import Imaging

/// Displays frames: a terminal, or memory in tests.
@MainActor
package protocol Screen: AnyObject {
  var size: CellSize { get }

  /// The images stored by the terminal; nil if it is sent none.
  var holdings: PictureHoldings? { get }

  /// Shows a frame; only differences to the previous one are sent.
  func present(_ frame: Frame)

  /// Makes the next frame be sent completely, if the terminal's content is unknown.
  func invalidate()

  /// Restores the terminal and stops the program until it is continued.
  func suspend()
}

/// The images stored by a terminal, by our own count.
package struct PictureHoldings: Hashable, Sendable {
  package var count: Int
  package var byteCount: Int
  /// In bytes; nil if the terminal stores only what is on its screen.
  package var budget: Int?

  package init(count: Int = 0, byteCount: Int = 0, budget: Int? = nil) {
    self.count = count
    self.byteCount = byteCount
    self.budget = budget
  }
}
