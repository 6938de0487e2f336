import Imaging

/// Terminals of which more is known than they answer.
enum TerminalBrand: String, CaseIterable, Hashable, Sendable {
  case kitty
  case foot
  case wezTerm = "wezterm"
  case ghostty
  case konsole
  case vte
  case tmux

  /// The terminal of a version, as terminals tell it: a name, and behind it a blank or a parenthesis.
  init?(version: String) {
    let name = version.prefix { $0 != "(" && $0 != " " }
    self.init(rawValue: name.lowercased())
  }

  /// The terminal that `TERM` names after itself, and that no other program takes the name of.
  init?(type: String) {
    let named: [TerminalBrand] = [.kitty, .foot, .wezTerm, .ghostty]
    let words = type.split(separator: "-")
    guard let brand = named.first(where: { words.contains(Substring($0.rawValue)) }) else {
      return nil
    }
    self = brand
  }

  /// Whether it draws sextants itself, so that they need not be in the font.
  var drawsSextants: Bool { self != .tmux }

  /// How many colours it shows; tmux takes 24-bit ones as well, and may reduce them to 256 for the
  /// terminal that it is shown on.
  var colors: ColorDepth { self == .tmux ? .indexed256 : .direct }
}
