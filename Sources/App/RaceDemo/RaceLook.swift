import Imaging

/// The colours and styles of the demo, from the terminal's own palette.
enum RaceLook {
  static let bar = Glyph(" ", style: .reverse)
  static let heading = Glyph(" ", style: .bold)
  static let stale = Glyph(" ", foreground: .palette(9), style: .bold)
  static let placeholder = Glyph("·", style: .dim)
}
