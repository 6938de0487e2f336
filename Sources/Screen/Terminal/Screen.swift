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
