/// How many colours a terminal can show.
package enum ColorDepth: String, CaseIterable, Hashable, Sendable {
  /// No colour at all, only the terminal's own foreground and background.
  case none
  /// The sixteen ANSI colours.
  case ansi16 = "16"
  /// xterm's palette: sixteen ANSI colours, a cube of 6x6x6 and 24 greys.
  case indexed256 = "256"
  /// Exact 24-bit colour.
  case direct = "truecolor"
}
