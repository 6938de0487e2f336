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
