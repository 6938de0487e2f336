import ArgumentParser
import Browser

/// How photos are looked at by themselves.
struct ViewerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Begin with a slideshow, each photo for so long: 500ms, 5s, 2m.", valueName: "time"),
    transform: LifetimeOption.init)
  var slideshow: LifetimeOption?

  /// What was asked for.
  var settings: ViewerSettings { ViewerSettings(slideshow: slideshow?.duration) }
}
