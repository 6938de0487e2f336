package import Imaging

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

  /// A name followed by a blank or parenthesis.
  init?(version: String) {
    let name = version.prefix { $0 != "(" && $0 != " " }
    self.init(rawValue: name.lowercased())
  }

  /// From `TERM`.
  init?(type: String) {
    let named: [TerminalBrand] = [.kitty, .foot, .wezTerm, .ghostty]
    let words = type.split(separator: "-")
    guard let brand = named.first(where: { words.contains(Substring($0.rawValue)) }) else {
      return nil
    }
    self = brand
  }

  /// Whether it draws sextants itself, independent of the font.
  var drawsSextants: Bool {
    switch self {
    case .kitty, .foot, .wezTerm, .ghostty, .konsole, .vte: true
    case .rio, .iTerm2, .mintty, .tmux: false
    }
  }

  /// iTerm2's protocol; iTerm2 3.5 and later also accept kitty's and report that.
  var showsInlineFiles: Bool { self == .iTerm2 || self == .mintty }

  /// Whether it supports kitty's Unicode placeholders, as only few terminals with kitty's protocol
  /// do.
  func showsPlaceholders(_ version: String) -> Bool {
    switch self {
    case .ghostty, .rio: true
    case .kitty:
      !version.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        .lexicographicallyPrecedes([0, 28])
    default: false
    }
  }

  /// tmux also accepts 24-bit colors but may reduce them to 256 for its terminal.
  var colors: ColorDepth { self == .tmux ? .indexed256 : .direct }
}

package enum PictureProtocol: String, CaseIterable, Hashable, Sendable {
  case symbols
  /// With Unicode placeholders.
  case kitty
  /// With placements on the screen.
  case kittyDirect = "kitty-direct"
  /// DEC STD 070, section 9.
  case sixel
  case iterm2

  package var encoding: PixelEncoding? {
    switch self {
    case .symbols: nil
    case .kitty: .rgb
    case .kittyDirect: .rgba
    case .sixel: .sixel
    case .iterm2: .jpeg
    }
  }
}
