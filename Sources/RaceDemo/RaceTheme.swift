import Browser
import Imaging

/// The demo's styles, derived from the theme.
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

/// Line and mark characters, Unicode or ASCII.
struct RaceSymbols: Hashable {
  let wanted: Character
  /// A load that was replaced.
  let unwanted: Character
  let late: Character
  let shown: Character
  /// Corners clockwise from the top left, then horizontal and vertical lines.
  let frame: [Unicode.Scalar]
  let heavyFrame: [Unicode.Scalar]

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
