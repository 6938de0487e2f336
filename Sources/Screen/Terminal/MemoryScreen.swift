package import Imaging

/// A screen in memory, which keeps what it was last shown.
@MainActor
package final class MemoryScreen: Screen {
  /// The size in character cells.
  package private(set) var size: CellSize
  /// The last frame; blank before the first.
  package private(set) var frame: Frame
  /// What a terminal would hold of pictures.
  package var holdings: PictureHoldings?
  /// How many frames have been shown.
  package private(set) var frameCount = 0
  /// How many times the program would have been stopped.
  package private(set) var suspensions = 0

  /// Makes a blank screen.
  package init(size: CellSize) {
    self.size = size
    frame = Frame(size: size)
  }

  /// Gives the screen another size, as a user who drags a window's corner.
  package func resize(to size: CellSize) {
    self.size = size
  }

  /// Keeps the frame.
  package func present(_ frame: Frame) {
    self.frame = frame
    frameCount += 1
  }

  /// Changes nothing: the whole frame is kept each time.
  package func invalidate() {}

  /// Counts the call.
  package func suspend() {
    suspensions += 1
  }
}
