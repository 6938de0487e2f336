package import Imaging

package enum PictureProtocol: String, CaseIterable, Hashable, Sendable {
  case symbols
  /// Kitty's graphics protocol with Unicode placeholders.
  case kitty
  /// Kitty's graphics protocol with placements on the screen.
  case kittyDirect = "kitty-direct"
  /// DEC STD 070, section 9.
  case sixel
  case iterm2

  /// The pixel encoding; nil if images are drawn as characters.
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
