package import Base
import Catalogs

/// Shows one photo after another, up to the last one. A photo's time begins with the first frame
/// that shows its final image; if the next photo is not loaded when it is over, the current one
/// stays. The caller reports frames, asks for the time left, and calls back after it.
@MainActor
package final class Slideshow {
  package private(set) var interval: Duration?
  /// Whether to keep the photo, such as an animation in its first run; checked every frame.
  package var isHeld: @MainActor () -> Bool = { false }

  private let viewer: PhotoViewer
  private let grid: GridViewModel
  private let stopwatch: Stopwatch
  /// The photo that is fully visible, and since when.
  private var shown: (id: PhotoID, elapsed: @Sendable () -> Duration)?

  /// Maximum time for failures and cards of videos.
  private static let shortest = Duration.seconds(1)

  package init(of viewer: PhotoViewer, over grid: GridViewModel, stopwatch: Stopwatch) {
    self.viewer = viewer
    self.grid = grid
    self.stopwatch = stopwatch
  }

  /// Starts with the current photo; `interval` is above zero.
  package func start(every interval: Duration) {
    self.interval = interval
    shown = nil
    viewer.goesOnByItself = true
  }

  package func stop() {
    guard interval != nil else { return }
    interval = nil
    viewer.goesOnByItself = false
  }

  package func noteFrame() {
    guard interval != nil, viewer.focusedCell.content.isFinal, let id = grid.selection.id else {
      shown = nil
      return
    }
    if shown?.id != id { shown = (id, stopwatch.start()) }
  }

  /// Time until the next photo; nil while waiting for images or photos, which cause a frame.
  package var timeLeft: Duration? {
    guard let interval, let shown, !isHeld() else { return nil }
    let isPicture =
      viewer.focusedCell.content.tile != nil && grid.selectedPhoto?.onWeb?.isVideo != true
    let time = isPicture ? interval : min(interval, Self.shortest)
    let left = max(.zero, time - shown.elapsed())
    guard left == .zero, isAtEnd else { return left }
    let status = grid.status
    return status.isReading || status.hasMore ? nil : left
  }

  /// Advances if it is time; false after the last photo.
  package func advance() -> Bool {
    guard timeLeft == .zero else { return true }
    guard !isAtEnd else {
      stop()
      return false
    }
    shown = nil
    let index = grid.selection.index
    viewer.step(by: 1)
    // Other panes may show all remaining photos.
    if grid.selection.index == index { stop() }
    return interval != nil
  }

  private var isAtEnd: Bool { grid.selection.index + 1 >= grid.arrangement.count }
}
