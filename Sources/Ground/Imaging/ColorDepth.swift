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

extension ColorDepth {
  /// The colour nearest to an exact one that a terminal of this depth can show, by squared distance
  /// in sRGB; callable from any thread.
  ///
  /// Of the palette of 256 only the entries from 16 on are used, since the first sixteen are the
  /// user's own choice. A terminal without colours has its standard colour only.
  package func nearest(to color: RGB) -> Color {
    switch self {
    case .direct: .rgb(color)
    case .indexed256: .palette(Palette.nearestFixedEntry(to: color))
    case .ansi16: .palette(Palette.nearestANSIEntry(to: color))
    case .none: .standard
    }
  }
}
