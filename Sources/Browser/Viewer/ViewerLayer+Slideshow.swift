import Photos
import Terminal

/// The slideshow: `s` starts it; any other key or click pauses it.
extension ViewerLayer {
  /// Starts or pauses it; a count is the interval in seconds.
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

  func startSlideshow() {
    slideshow.start(every: below.viewing.interval)
  }

  func advanceSlideshow() -> LayerOutcome {
    slideshow.advance() ? .handled : .said("the slideshow has ended: this is the last photo")
  }

  var slideshowWords: DisplayText? {
    slideshow.interval.map { DisplayText("slideshow \($0.words)") }
  }
}

extension Duration {
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
