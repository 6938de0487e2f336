import ArgumentParser
import Browser

struct AppearanceOptions: ParsableArguments {
  @Option(
    name: .customLong("theme"),
    help: ArgumentHelp(
      "The looks of everything but pictures: \(ThemeOption.words).",
      discussion: "Without it, the terminal's own palette.", valueName: "name"))
  var chosenTheme: ThemeOption?

  @Flag(
    name: .customLong("motion"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Let things move by themselves, or not: animations, slideshows and counting numbers.")
  var isMoving = true

  @Flag(
    name: .customLong("cursor"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: """
      Show the terminal's cursor on what is selected; it stands there unseen all the same, for \
      braille displays and screen readers.
      """)
  var showsCursor = false

  @Flag(
    name: .customLong("plain"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: """
      Tell everything line by line instead of drawing it, for screen readers and braille displays: \
      the same keys, no pictures, nothing but text.
      """)
  var isPlain = false

  var allowsMotion: Bool { isMoving && !isPlain }

  func validate(besides viewer: ViewerOptions) throws {
    guard allowsMotion || viewer.slideshow == nil else {
      throw ValidationError(
        "--slideshow moves by itself, and \(isPlain ? "--plain" : "--no-motion") lets nothing do so"
      )
    }
  }

  var theme: Theme { chosenTheme?.theme ?? .terminal }
}

/// A theme as `--theme` names it: `terminal`, `quiet` or `contrast`.
struct ThemeOption: ExpressibleByArgument {
  let name: String
  let theme: Theme

  init?(argument: String) {
    guard let theme = Theme.builtIn(argument) else { return nil }
    name = argument
    self.theme = theme
  }

  static var words: String {
    Theme.names.dropLast().joined(separator: ", ") + " or " + (Theme.names.last ?? "")
  }

  static var allValueStrings: [String] { Theme.names }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
