import Imaging

/// The colours and styles of the demo, from the terminal's own palette.
enum RaceTheme {
  static let bar = Glyph(" ", style: .reverse)
  static let chapter = Glyph(" ", style: .bold)
  static let heading = Glyph(" ", style: .bold)
  static let late = Glyph(" ", foreground: .palette(9), style: .bold)
  static let shown = Glyph(" ", foreground: .palette(2), style: .bold)
  static let quiet = Glyph(" ", style: .dim)
  static let code = Glyph(" ", style: .bold)
  static let placeholder = Glyph("·", style: .dim)
}
