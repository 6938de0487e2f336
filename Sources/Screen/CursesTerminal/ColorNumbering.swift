import Imaging

/// The colours that ncurses has numbers for, by the terminfo entry it was opened with.
nonisolated enum ColorRange: Hashable {
  /// None, or the user wants none.
  case none
  /// So many, as the user's own entry has them.
  case palette(Int)
  /// All that an entry of the program's own has.
  case own
}

/// How colours are numbered for ncurses, at the depth in force.
nonisolated struct ColorNumbering: Hashable {
  /// How many colours are used, at most as many as there are numbers for.
  let depth: ColorDepth
  /// What ncurses has numbers for.
  let range: ColorRange

  /// Numbers the colours of a depth, or else of the best one that there are numbers for.
  init(_ depth: ColorDepth, in range: ColorRange) {
    self.range = range
    self.depth =
      switch (range, depth) {
      case (.none, _): .none
      case (.own, _), (_, .none): depth
      case (.palette(256...), .direct): .indexed256
      case (.palette(256...), _): depth
      case (.palette, _): .ansi16
      }
  }

  /// The number of a colour; -1 is the terminal's own.
  func number(of color: Color) -> Int32 {
    switch (depth, color.kind) {
    case (.none, _), (_, .standard): -1
    case (.direct, .rgb(let value)): Int32(bitPattern: value.packed)
    case (.ansi16, .palette(16...)), (_, .rgb): number(of: nearest(to: color))
    case (_, .palette(let index)): entry(index)
    }
  }

  /// The colour that is shown for a colour.
  func shown(for color: Color) -> Color {
    switch (depth, color.kind) {
    case (.none, _), (_, .standard): return .standard
    case (.direct, .rgb): return color
    case (.ansi16, .palette(16...)), (_, .rgb): return shown(for: nearest(to: color))
    case (_, .palette(let index)):
      guard case .palette(let count) = range, Int(index) >= count else { return color }
      return .palette(index & 7)
    }
  }

  /// The entry of the palette in force that is nearest to a colour.
  private func nearest(to color: Color) -> Color {
    switch color.kind {
    case .standard: color
    case .palette(let index): depth.nearest(to: Palette.rgb(of: index))
    case .rgb(let value): depth.nearest(to: value)
    }
  }

  /// A terminal of eight colours shows the dark variant of a bright one.
  private func entry(_ index: UInt8) -> Int32 {
    switch range {
    case .none: -1
    case .palette(let count): Int(index) < count ? Int32(index) : Int32(index) & 7
    case .own where depth == .ansi16: TerminfoEntry.firstOfANSI + Int32(index)
    case .own: TerminfoEntry.firstOfPalette + Int32(index)
    }
  }
}
