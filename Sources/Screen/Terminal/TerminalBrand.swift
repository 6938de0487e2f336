import Imaging

/// Terminals of which more is known than they answer.
enum TerminalBrand: String, CaseIterable, Hashable, Sendable {
  case kitty
  case foot
  case wezTerm = "wezterm"
  case ghostty
  case konsole
  case vte
  case rio
  case iTerm2 = "iterm2"
  case mintty
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

  /// Whether it is known to draw sextants itself, so that they need not be in the font.
  var drawsSextants: Bool {
    switch self {
    case .kitty, .foot, .wezTerm, .ghostty, .konsole, .vte: true
    case .rio, .iTerm2, .mintty, .tmux: false
    }
  }

  /// Whether it shows pictures by iTerm2's protocol; iTerm2 3.5 and later take them by kitty's as well, and say
  /// so.
  var showsInlineFiles: Bool { self == .iTerm2 || self == .mintty }

  /// Whether it shows pictures in the place of characters (kitty, Graphics Protocol, Unicode
  /// placeholders): of all terminals that take pictures by kitty's protocol only a few do, and the
  /// others draw them at the cursor.
  /// - Parameter version: What it says of itself, such as `kitty(0.41.1)`.
  /// - Returns: Whether it does, by all that is known.
  func showsPlaceholders(_ version: String) -> Bool {
    switch self {
    case .ghostty, .rio: true
    case .kitty: !Self.numbers(in: version).lexicographicallyPrecedes([0, 28])
    default: false
    }
  }

  private static func numbers(in version: String) -> [Int] {
    version.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
  }

  /// How many colours it shows; tmux takes 24-bit ones as well, and may reduce them to 256 for the
  /// terminal that it is shown on.
  var colors: ColorDepth { self == .tmux ? .indexed256 : .direct }
}
