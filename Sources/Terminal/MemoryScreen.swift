package import Imaging

@MainActor
package final class MemoryScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var frame: Frame
  package var holdings: PictureHoldings?
  package private(set) var frameCount = 0
  package private(set) var suspensions = 0

  package init(size: CellSize) {
    self.size = size
    frame = Frame(size: size)
  }

  package func resize(to size: CellSize) {
    self.size = size
  }

  package func present(_ frame: Frame) {
    self.frame = frame
    frameCount += 1
  }

  package func invalidate() {}

  package func suspend() {
    suspensions += 1
  }
}
