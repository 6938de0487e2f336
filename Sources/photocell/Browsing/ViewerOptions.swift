import ArgumentParser
import Browser
import Photos

struct ViewerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Begin with a slideshow, each photo for so long: 500ms, 5s, 2m.", valueName: "time"),
    transform: LifetimeOption.init)
  var slideshow: LifetimeOption?

  @Option(
    help: """
      What one photo stands on, and what shows through it: terminal, dark, light or checkered \
      (default: terminal).
      """)
  var background: ViewerBackground?

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Show the next photo when one has been rated, while K is on.")
  var autoAdvance = true

  func settings(allowingMotion allowsMotion: Bool) -> ViewerSettings {
    ViewerSettings(
      slideshow: slideshow?.duration, background: background ?? .terminal,
      allowsMotion: allowsMotion, advances: autoAdvance)
  }
}

extension ViewerBackground: ExpressibleByArgument {}
