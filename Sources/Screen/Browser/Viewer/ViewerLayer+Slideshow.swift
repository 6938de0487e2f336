import Terminal
import Viewer

/// The slideshow: `s` begins it, and any key or click that does something pauses it.
extension ViewerLayer {
  /// Begins it, or pauses it; a count is the seconds that each photo is seen.
  func toggleSlideshow(_ seconds: Int?) -> LayerOutcome {
    guard below.viewing.allowsMotion else {
      return .said("nothing moves by itself here: \(keys[.next]) shows the next photo")
    }
    guard slideshow.interval == nil || seconds != nil else {
      slideshow.stop()
      return .said("the slideshow is paused; \(keys[.slideshow]) goes on")
    }
    if let seconds { below.viewing.interval = .seconds(seconds) }
    startSlideshow()
    return .handled
  }

  /// Begins it with the photo that is shown.
  func startSlideshow() {
    slideshow.start(every: below.viewing.interval)
  }

  /// Goes on to the next photo if it is time to.
  func advanceSlideshow() -> LayerOutcome {
    slideshow.advance() ? .handled : .said("the slideshow has ended: this is the last photo")
  }

  /// What the status line says of it; nil while it does not run.
  var slideshowWords: DisplayText? {
    slideshow.interval.map { DisplayText("slideshow \($0.words)") }
  }
}

extension Duration {
  /// The time as somebody has chosen it: `500 ms`, `2.5 s`, `5 s`, `1 min 30 s`.
  fileprivate var words: String {
    let seconds = self / .seconds(1)
    if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
    let isWhole = seconds == seconds.rounded() || seconds >= 60
    return isWhole ? "\(TimeLeft(self))" : "\(LoadTime(self))"
  }
}

nonisolated extension Command {
  static let slideshow = Command(rawValue: "slideshow")
}

nonisolated extension Keymap.Entry {
  static let slideshow = Keymap.Entry(
    .slideshow, "s",
    help: "a slideshow, or pause it; a count: its seconds")
}
