/// How many colors a terminal can display.
package enum ColorDepth: String, CaseIterable, Hashable, Sendable {
  /// Only the default foreground and background.
  case none
  case ansi16 = "16"
  /// xterm's palette: 16 ANSI colors, a cube of 6x6x6 and 24 grays.
  case indexed256 = "256"
  case direct = "truecolor"
}

extension ColorDepth {
  /// The nearest displayable color, by squared distance in sRGB; callable from any thread.
  ///
  /// Of the 256-color palette only entries from 16 are used, since users configure the others.
  package func nearest(to color: RGB) -> Color {
    switch self {
    case .direct: .rgb(color)
    case .indexed256: .palette(Palette.nearestFixedEntry(to: color))
    case .ansi16: .palette(Palette.nearestANSIEntry(to: color))
    case .none: .standard
    }
  }
}
