/// A terminal color: default, palette entry, or exact sRGB.
package struct Color: Hashable, Sendable {
  private static let direct: UInt32 = 0x0100_0000
  private static let indexed: UInt32 = 0x0200_0000

  /// The kind in the top byte, the value in the lower three: keeps glyphs small.
  private let word: UInt32

  private init(word: UInt32) {
    self.word = word
  }

  /// The terminal's default foreground or background.
  package static let standard = Color(word: 0)

  package static func palette(_ index: UInt8) -> Color { Color(word: indexed | UInt32(index)) }

  package static func rgb(_ value: RGB) -> Color { Color(word: direct | value.packed) }

  package var kind: Kind {
    switch word & 0xFF00_0000 {
    case Self.direct: .rgb(RGB(packed: word))
    case Self.indexed: .palette(UInt8(truncatingIfNeeded: word))
    default: .standard
    }
  }

  package enum Kind: Hashable, Sendable {
    case standard
    case palette(UInt8)
    case rgb(RGB)
  }
}
