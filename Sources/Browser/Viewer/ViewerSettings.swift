package import Photos

/// Viewer settings, kept while the browser runs.
nonisolated package struct ViewerSettings: Hashable, Sendable {
  package static let usualInterval = Duration.seconds(5)

  /// The slideshow interval; above zero.
  package var interval: Duration
  package var beginsWithSlideshow: Bool
  /// Whether anything may change without user action: animations, slideshows, counters.
  package var allowsMotion: Bool
  package var background: ViewerBackground
  package var advances: Bool
  package var hidesText = false

  /// `slideshow` is the interval of a slideshow to start with; nil to start with the grid.
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
