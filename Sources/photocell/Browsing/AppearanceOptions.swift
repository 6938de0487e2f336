import ArgumentParser
import Browser

struct AppearanceOptions: ParsableArguments {
  @Option(
    name: .customLong("theme"),
    help: ArgumentHelp(
      "Colour theme: \(ThemeOption.words).",
      discussion: "calm follows the terminal's background; terminal uses its palette.",
      valueName: "name"))
  var chosenTheme: ThemeOption?

  @Flag(switch: .customLong("motion"), help: "Allow animations, slideshows and counting numbers.")
  var isMoving = true

  @Flag(
    switch: .customLong("cursor"),
    help: """
      Show the terminal's cursor at the selection. It is there in any case, hidden, for braille \
      displays and screen readers.
      """)
  var showsCursor = false

  @Flag(
    switch: .customLong("plain"),
    help: """
      Print plain lines of text instead of drawing, for screen readers and braille displays; \
      the keys are the same.
      """)
  var isPlain = false

  var allowsMotion: Bool { isMoving && !isPlain }

  func validate(besides viewer: ViewerOptions) throws {
    guard allowsMotion || viewer.slideshow == nil else {
      throw ValidationError("--slideshow does not go with \(isPlain ? "--plain" : "--no-motion")")
    }
  }

  var theme: Theme { chosenTheme?.theme ?? .calm }
}

struct ThemeOption: ExpressibleByArgument {
  let name: String
  let theme: Theme

  init?(argument: String) {
    guard let theme = Theme.builtIn(argument) else { return nil }
    name = argument
    self.theme = theme
  }

  static var words: String { Theme.names.alternatives }

  static var allValueStrings: [String] { Theme.names }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
