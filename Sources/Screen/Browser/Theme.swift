import Imaging

/// The colours and styles of everything but pictures, from the terminal's own palette.
enum Theme {
  static let name = Glyph.blank
  static let selectedName = Glyph(" ", style: [.bold, .reverse])
  static let selectionBar = Color.palette(11)
  static let placeholder = Glyph("·", style: .dim)
  static let progress = Glyph(" ", style: .dim)
  static let failure = Glyph(" ", foreground: .palette(9))
  static let truncation = mark(.palette(9))
  static let video = mark(.palette(14))
  static let status = Glyph(" ", style: .reverse)
  static let memoryBadge = mark(.palette(10))
  static let loadBadge = mark(.palette(11))
  static let quiet = Glyph(" ", style: .dim)
  static let emptyBar = Glyph("·", style: .dim)
  static let key = Glyph(" ", style: .bold)
  static let heading = Glyph(" ", style: [.bold, .underline])

  /// Black on a colour, on dark and light terminals alike; without colours it is reversed.
  private static func mark(_ color: Color) -> Glyph {
    Glyph(" ", foreground: color, background: .palette(0), style: .reverse)
  }

  /// A part of a bar or a curve.
  static func bar(_ scalar: Unicode.Scalar) -> Glyph {
    Glyph(scalar, foreground: .palette(10))
  }

  /// A part of a line around or inside a panel.
  static func border(_ scalar: Unicode.Scalar) -> Glyph {
    Glyph(scalar, style: .dim)
  }
}
