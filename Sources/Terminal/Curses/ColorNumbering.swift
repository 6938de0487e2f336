package import Imaging

/// The colors that ncurses has numbers for, given the terminfo entry in use.
enum ColorRange: Hashable {
  case none
  /// As many as the terminal's own entry has.
  case palette(Int)
  case own
}

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
    switch shown(for: color).kind {
    case .standard: -1
    case .rgb(let value): Int32(bitPattern: value.packed)
    case .palette(let index) where range != .own: Int32(index)
    case .palette(let index):
      Int32(index) + (depth == .ansi16 ? TerminfoEntry.firstOfANSI : TerminfoEntry.firstOfPalette)
    }
  }

  /// With 8 colors, bright colors are shown as their dark variants.
  func shown(for color: Color) -> Color {
    guard depth != .none else { return .standard }
    let color = depth.shown(for: color)
    guard case .palette(let index) = color.kind, case .palette(let count) = range,
      Int(index) >= count
    else { return color }
    return .palette(index & 7)
  }
}

extension ColorDepth {
  /// The color itself if it can be shown, else the nearest one.
  package func shown(for color: Color) -> Color {
    switch (self, color.kind) {
    case (.ansi16, .palette(let index)) where index >= 16: nearest(to: Palette.rgb(of: index))
    case (.indexed256, .rgb(let value)), (.ansi16, .rgb(let value)): nearest(to: value)
    default: color
    }
  }
}
