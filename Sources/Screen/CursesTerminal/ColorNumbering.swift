import Imaging

/// How colours are numbered for ncurses, at the depth in force.
nonisolated struct ColorNumbering: Hashable {
  /// How many colours can be shown.
  let depth: ColorDepth
  /// How many colours the terminfo entry has.
  let colorCount: Int

  /// The number of a colour; -1 is the terminal's own.
  func number(of color: Color) -> Int32 {
    switch (depth, color.kind) {
    case (.none, _), (_, .standard): -1
    case (.direct, .rgb(let value)): Int32(bitPattern: value.packed)
    case (.direct, .palette(let index)): TerminfoEntry.firstOfPalette + Int32(index)
    case (.ansi16, .palette(16...)), (_, .rgb): number(of: nearest(to: color))
    case (_, .palette(let index)): entry(index)
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
    Int32(index) < colorCount ? Int32(index) : Int32(index) & 7
  }
}
