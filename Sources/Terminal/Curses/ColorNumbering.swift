import Imaging

/// The colors that ncurses has numbers for, given the terminfo entry in use.
enum ColorRange: Hashable {
  case none
  /// As many as the terminal's own entry has.
  case palette(Int)
  /// All colors of our own terminfo entry.
  case own
}

/// Maps colors to ncurses color numbers at the current depth.
struct ColorNumbering: Hashable {
  let depth: ColorDepth
  let range: ColorRange

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

  /// The ncurses color number; -1 is the terminal's default.
  func number(of color: Color) -> Int32 {
    switch (depth, color.kind) {
    case (.none, _), (_, .standard): -1
    case (.direct, .rgb(let value)): Int32(bitPattern: value.packed)
    case (.ansi16, .palette(16...)), (_, .rgb): number(of: nearest(to: color))
    case (_, .palette(let index)): entry(index)
    }
  }

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

  private func nearest(to color: Color) -> Color {
    switch color.kind {
    case .standard: color
    case .palette(let index): depth.nearest(to: Palette.rgb(of: index))
    case .rgb(let value): depth.nearest(to: value)
    }
  }

  /// With 8 colors, bright colors are shown as their dark variants.
  private func entry(_ index: UInt8) -> Int32 {
    switch range {
    case .none: -1
    case .palette(let count): Int(index) < count ? Int32(index) : Int32(index) & 7
    case .own where depth == .ansi16: TerminfoEntry.firstOfANSI + Int32(index)
    case .own: TerminfoEntry.firstOfPalette + Int32(index)
    }
  }
}
