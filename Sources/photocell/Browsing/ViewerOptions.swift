import ArgumentParser
import Browser
import Photos

struct ViewerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Start a slideshow with this time per photo: 500ms, 5s, 2m.", valueName: "time"),
    transform: OptionValue.duration)
  var slideshow: Duration?

  @Option(
    help: """
      Background of the viewer and of transparent photos: terminal, dark, light or checkered \
      (default: terminal).
      """)
  var background: ViewerBackground?

  @Flag(switch: .long, help: "Go to the next photo after rating one in culling mode (K).")
  var autoAdvance = true

  func settings(allowingMotion allowsMotion: Bool) -> ViewerSettings {
    ViewerSettings(
      slideshow: slideshow, background: background ?? .terminal,
      allowsMotion: allowsMotion, advances: autoAdvance)
  }
}

extension ViewerBackground: ExpressibleByArgument {}
