import ArgumentParser
import Browser

/// How everything but the pictures looks.
struct LookOptions: ParsableArguments {
  @Option(
    name: .customLong("theme"),
    help: ArgumentHelp(
      "The looks of everything but pictures: \(ThemeOption.words).",
      discussion: "Without it, the terminal's own palette.", valueName: "name"))
  var chosenTheme: ThemeOption?

  /// What was asked for.
  var theme: Theme { chosenTheme?.theme ?? .terminal }
}

/// A theme as `--theme` names it: `terminal`, `quiet` or `contrast`.
struct ThemeOption: ExpressibleByArgument {
  let theme: Theme

  init?(argument: String) {
    guard let theme = Theme.builtIn(argument) else { return nil }
    self.theme = theme
  }

  /// All names in a sentence.
  static var words: String {
    Theme.names.dropLast().joined(separator: ", ") + " or " + (Theme.names.last ?? "")
  }

  static var allValueStrings: [String] { Theme.names }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
