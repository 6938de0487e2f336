package import Imaging

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
