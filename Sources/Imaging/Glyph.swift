/// The content of a character cell: a character, combining marks, two colors and a style.
///
/// A wide character uses its first cell and one `continuation`.
package struct Glyph: Hashable, Sendable {
  /// Up to four combining marks as scalar values, or zero; kitty's Unicode placeholders need three.
  package var marks: SIMD4<UInt32>
  package var scalar: Unicode.Scalar
  package var foreground, background: Color
  package var style: GlyphStyle

  package init(
    _ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, foreground: Color = .standard,
    background: Color = .standard, style: GlyphStyle = []
  ) {
    (self.marks, self.scalar, self.foreground) = (marks, scalar, foreground)
    (self.background, self.style) = (background, style)
  }

  package static let blank = Glyph(" ")

  package var isContinuation: Bool { scalar == "\0" }

  package static func continuation(of glyph: Glyph) -> Glyph {
    Glyph("\0", foreground: glyph.foreground, background: glyph.background, style: glyph.style)
  }
}

package struct GlyphStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let bold = GlyphStyle(rawValue: 1)
  package static let dim = GlyphStyle(rawValue: 2)
  package static let underline = GlyphStyle(rawValue: 4)
  package static let reverse = GlyphStyle(rawValue: 8)
}
