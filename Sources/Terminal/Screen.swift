package import Imaging

@MainActor
package protocol Screen: AnyObject {
  var size: CellSize { get }

  /// The images stored by the terminal; nil if it is sent none.
  var holdings: PictureHoldings? { get }

  /// Only differences to the previous frame are sent.
  func present(_ frame: Frame)

  /// The next frame is sent completely.
  func invalidate()

  /// Restores the terminal and stops the program until it is continued.
  func suspend()
}

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
