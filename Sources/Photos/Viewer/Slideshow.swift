import Catalog
package import Grid
package import Values

/// Goes from photo to photo by itself, each of which is seen for a time, as far as the last one.
///
/// The time of a photo begins with the first frame that shows all of it. When it is over, the next one
/// has usually been loaded ahead; where it has not, the one before stays until it is there. Nothing
/// here waits: whoever draws says so, asks for the time that is left, and comes back after it.
///
/// ```swift
/// slideshow.start(every: .seconds(5))
/// slideshow.noteFrame()               // with every frame
/// slideshow.timeLeft                  // how long to wait; nil where there is nothing to wait for
/// slideshow.advance()                 // goes on, if it is time to
/// ```
@MainActor
package final class Slideshow {
  /// How long a photo is seen; nil while nothing goes by itself.
  package private(set) var interval: Duration?
  /// Says whether there is still something to be seen of the photo that is shown, as of one that moves
  /// until it has been played once; asked after every frame.
  package var isHeld: @MainActor () -> Bool = { false }

  private let viewer: PhotoViewer
  private let grid: GridViewModel
  private let stopwatch: Stopwatch
  /// The photo that can be seen whole, and for how long it has been.
  private var shown: (id: PhotoID, elapsed: @Sendable () -> Duration)?

  /// How long at most is to be seen what is no picture: why there is none, or what stands for a video.
  private static let shortest = Duration.seconds(1)

  /// Makes a slideshow that has not begun.
  /// - Parameters:
  ///   - viewer: What shows the photos.
  ///   - grid: Whose selection it follows.
  ///   - stopwatch: What measures the time of a photo.
  package init(of viewer: PhotoViewer, over grid: GridViewModel, stopwatch: Stopwatch) {
    self.viewer = viewer
    self.grid = grid
    self.stopwatch = stopwatch
  }

  /// Begins with the photo that is shown, or goes on from it.
  /// - Parameter interval: How long each photo is seen, above zero.
  package func start(every interval: Duration) {
    self.interval = interval
    shown = nil
    viewer.goesOnByItself = true
  }

  /// Stays with the photo that is shown.
  package func stop() {
    guard interval != nil else { return }
    interval = nil
    viewer.goesOnByItself = false
  }

  /// Takes note that a frame has been drawn of what the viewer shows now.
  package func noteFrame() {
    guard interval != nil, viewer.awaited.isFinal, let id = grid.selection.id else {
      shown = nil
      return
    }
    if shown?.id != id { shown = (id, stopwatch.start()) }
  }

  /// The time until the next photo is wanted; nil where nothing is to be waited for but a picture, or
  /// more photos, with which another frame comes.
  package var timeLeft: Duration? {
    guard let interval, let shown, !isHeld() else { return nil }
    let left = max(.zero, time(within: interval) - shown.elapsed())
    return left == .zero && isAtEnd && isGrowing ? nil : left
  }

  /// Goes on to the next photo if it is time to, and ends after the last one.
  /// - Returns: False when it has ended.
  package func advance() -> Bool {
    guard timeLeft == .zero else { return true }
    guard !isAtEnd else {
      stop()
      return false
    }
    shown = nil
    let index = grid.selection.index
    viewer.step(by: 1)
    // Beside others there may be none left.
    if grid.selection.index == index { stop() }
    return interval != nil
  }

  private func time(within interval: Duration) -> Duration {
    let isPicture =
      viewer.awaited.tile != nil && grid.selectedPhoto?.onWeb?.isVideo != true
    return isPicture ? interval : min(interval, Self.shortest)
  }

  private var isAtEnd: Bool { grid.selection.index + 1 >= grid.arrangement.count }

  /// Whether photos may still come behind the last one.
  private var isGrowing: Bool {
    let status = grid.status
    return status.isReading || status.hasMore
  }
}
