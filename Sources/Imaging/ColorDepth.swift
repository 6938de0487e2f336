package enum ColorDepth: String, CaseIterable, Hashable, Sendable {
  case none
  case ansi16 = "16"
  /// xterm's palette: 16 ANSI colors, a cube of 6x6x6 and 24 grays.
  case indexed256 = "256"
  case direct = "truecolor"

  /// The nearest color by squared distance in sRGB, not of the first 16, which users configure.
  ///
  /// Callable from any thread.
  package func nearest(to color: RGB) -> Color {
    switch self {
    case .direct: .rgb(color)
    case .indexed256: .palette(Palette.nearestFixedEntry(to: color))
    case .ansi16: .palette(Palette.nearestANSIEntry(to: color))
    case .none: .standard
    }
  }
}
