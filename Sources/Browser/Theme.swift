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
  static let key = Glyph(" ", style: .bold)
}
