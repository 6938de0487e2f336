package import Imaging

/// How a terminal is sent pictures.
package enum PictureProtocol: String, CaseIterable, Hashable, Sendable {
  /// As characters.
  case symbols
  /// By kitty's graphics protocol, in the place of characters (Unicode placeholders).
  case kitty
  /// By kitty's graphics protocol, at places on the screen.
  case kittyDirect = "kitty-direct"
  /// As sixels (DEC STD 070, section 9).
  case sixel
  /// As files, by iTerm2's inline images protocol.
  case iterm2

  /// How pixels are written for it; nil where pictures are characters.
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
