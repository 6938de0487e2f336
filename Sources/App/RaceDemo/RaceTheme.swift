import Browser
import Imaging

/// The looks of the demo, from those of the theme.
struct RaceTheme {
  let bar, chapter, text, heading, late, shown, quiet, code, placeholder: Glyph

  init(_ styles: Styles) {
    bar = styles[.status]
    chapter = styles[.key]
    text = styles[.text]
    heading = styles[.key]
    var late = styles[.failure]
    late.style.insert(.bold)
    self.late = late
    shown = styles[.bar]
    quiet = styles[.quiet]
    code = styles[.key]
    placeholder = styles[.placeholder, "·"]
  }
}

/// The characters that the demo draws lines and marks with, for a terminal with Unicode or without.
struct RaceSymbols: Hashable {
  /// The way of an answer while the cell waits for it.
  let wanted: Character
  /// The way of an answer after the cell was given something else.
  let unwanted: Character
  /// An answer that came too late.
  let late: Character
  /// An answer that came in time.
  let shown: Character
  /// The corners from the top left clockwise, the lines across and down.
  let frame: [Unicode.Scalar]
  /// The same, of what must not be missed.
  let heavyFrame: [Unicode.Scalar]

  /// Chooses what the terminal shows.
  init(_ symbols: SymbolSet) {
    let isPlain = symbols == .ascii
    wanted = isPlain ? "=" : "━"
    unwanted = isPlain ? "-" : "┄"
    late = isPlain ? "x" : "╳"
    shown = isPlain ? "o" : "●"
    frame = isPlain ? ["+", "+", "+", "+", "-", "|"] : ["┌", "┐", "┘", "└", "─", "│"]
    heavyFrame = isPlain ? ["#", "#", "#", "#", "=", "#"] : ["┏", "┓", "┛", "┗", "━", "┃"]
  }
}
