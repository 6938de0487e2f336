import Imaging

/// The colours and styles of everything but pictures, from the terminal's own palette.
enum Theme {
  static let name = Glyph.blank
  static let selectedName = Glyph(" ", style: [.bold, .reverse])
  static let selectionBar = Color.palette(11)
  static let placeholder = Glyph("·", style: .dim)
  static let failure = Glyph(" ", foreground: .palette(9))
  static let truncation = Glyph(" ", foreground: .palette(9), style: .reverse)
  static let status = Glyph(" ", style: .reverse)
  static let memoryBadge = Glyph(" ", foreground: .palette(10), style: .reverse)
  static let loadBadge = Glyph(" ", foreground: .palette(11), style: .reverse)
  static let quiet = Glyph(" ", style: .dim)
  static let emptyBar = Glyph("·", style: .dim)
  static let key = Glyph(" ", style: .bold)

  /// A part of a bar or a curve.
  static func bar(_ scalar: Unicode.Scalar) -> Glyph {
    Glyph(scalar, foreground: .palette(10))
  }

  /// A part of a line around or inside a panel.
  static func border(_ scalar: Unicode.Scalar) -> Glyph {
    Glyph(scalar, style: .dim)
  }
}
