package import Viewer

/// How photos are looked at by themselves, from one time that one is opened to the next.
nonisolated package struct ViewerSettings: Hashable, Sendable {
  /// How long a slideshow shows a photo where nobody says.
  package static let usualInterval = Duration.seconds(5)

  /// How long a slideshow shows each photo, above zero.
  package var interval: Duration
  /// Whether the browser begins with a slideshow.
  package var beginsWithSlideshow: Bool
  /// Whether anything may move that nobody moves: photos, slideshows, numbers that count.
  package var allowsMotion: Bool
  /// What photos stand on.
  package var background: ViewerBackground
  /// Whether the next photo comes by itself when one has been rated.
  package var advances: Bool
  /// Whether no text is seen.
  package var hidesText = false

  /// Takes what was asked for.
  /// - Parameters:
  ///   - slideshow: How long a slideshow shows each photo, with which the browser begins; nil where it
  ///     begins with the grid.
  ///   - background: What photos stand on.
  ///   - allowsMotion: Whether anything may move that nobody moves: photos, slideshows, numbers that count.
  ///   - advances: Whether the next photo comes by itself when one has been rated.
  package init(
    slideshow: Duration? = nil, background: ViewerBackground = .terminal, allowsMotion: Bool = true,
    advances: Bool = true
  ) {
    self.advances = advances
    self.allowsMotion = allowsMotion
    self.background = background
    interval = slideshow ?? Self.usualInterval
    beginsWithSlideshow = slideshow != nil && allowsMotion
  }
}
