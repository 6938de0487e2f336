/// A colour as a terminal is told it: its default, an entry of its palette, or exact sRGB.
package struct Color: Hashable, Sendable {
  private static let direct: UInt32 = 0x0100_0000
  private static let indexed: UInt32 = 0x0200_0000

  /// The kind in the top byte, the value in the lower three: one word, so that a glyph stays small.
  private let word: UInt32

  private init(word: UInt32) {
    self.word = word
  }

  /// The terminal's own foreground or background.
  package static let standard = Color(word: 0)

  /// An entry of the terminal's palette of 256.
  package static func palette(_ index: UInt8) -> Color {
    Color(word: indexed | UInt32(index))
  }

  /// An exact colour.
  package static func rgb(_ value: RGB) -> Color {
    Color(word: direct | value.packed)
  }

  /// What the colour is, for a writer that must spell it out.
  package var kind: Kind {
    switch word & 0xFF00_0000 {
    case Self.direct: .rgb(RGB(packed: word))
    case Self.indexed: .palette(UInt8(truncatingIfNeeded: word))
    default: .standard
    }
  }

  /// The three kinds of colour.
  package enum Kind: Hashable, Sendable {
    case standard
    case palette(UInt8)
    case rgb(RGB)
  }
}
