/// What stands in one character cell: a character, its combining marks, two colours and a style.
///
/// A character two cells wide takes the cell it starts in and one `continuation` after it.
package struct Glyph: Hashable, Sendable {
  /// Up to four combining marks as scalar values, zero where there is none; the Unicode placeholders
  /// of the kitty graphics protocol need three.
  package var marks: SIMD4<UInt32>
  /// The character itself.
  package var scalar: Unicode.Scalar
  /// The colour of the character.
  package var foreground: Color
  /// The colour behind it.
  package var background: Color
  /// How the character is drawn besides.
  package var style: GlyphStyle

  /// Makes a glyph in the terminal's own colours where no others are given.
  package init(
    _ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, foreground: Color = .standard,
    background: Color = .standard, style: GlyphStyle = []
  ) {
    self.marks = marks
    self.scalar = scalar
    self.foreground = foreground
    self.background = background
    self.style = style
  }

  /// An empty cell in the terminal's own colours.
  package static let blank = Glyph(" ")

  /// Whether the cell is the right half of the character before it.
  package var isContinuation: Bool { scalar == "\0" }

  /// The right half of a character two cells wide.
  package static func continuation(of glyph: Glyph) -> Glyph {
    Glyph(
      "\0", foreground: glyph.foreground, background: glyph.background, style: glyph.style)
  }
}

/// How a character is drawn, besides its colours.
package struct GlyphStyle: OptionSet, Hashable, Sendable {
  /// One bit for each part of the style.
  package let rawValue: UInt16

  /// Takes the bits of a style.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Heavier or brighter.
  package static let bold = GlyphStyle(rawValue: 1)
  /// Fainter.
  package static let dim = GlyphStyle(rawValue: 2)
  /// With a line below.
  package static let underline = GlyphStyle(rawValue: 4)
  /// With the two colours exchanged.
  package static let reverse = GlyphStyle(rawValue: 8)
}
