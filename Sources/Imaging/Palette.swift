/// xterm's 256-color palette, the same in other terminals from entry 16 on.
///
/// Users configure the first 16; the values here are xterm's (`XTerm-col.ad`).
package enum Palette {
  private static let ansi: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  package static func rgb(of index: UInt8) -> RGB {
    switch index {
    case 0..<16: return RGB(packed: ansi[Int(index)])
    case 16..<232:
      let place = index - 16
      return RGB(cubeLevel(place / 36), cubeLevel(place / 6 % 6), cubeLevel(place % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      return RGB(grey, grey, grey)
    }
  }

  private static func cubeLevel(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }

  /// Approximately the nearest of entries 16 to 255: grays and neighboring cube entries. About 1 %
  /// of colors have a slightly nearer one.
  static func nearestFixedEntry(to color: RGB) -> UInt8 {
    let sum = Int(color.red) + Int(color.green) + Int(color.blue)
    var best = 232 + UInt8(min(23, max(0, sum - 10) / 30))
    var distance = color.hueDistance(to: rgb(of: best))
    for corner in UInt8(0)..<8 {
      let (red, green, blue) = (corner & 1, corner >> 1 & 1, corner >> 2)
      let entry =
        16 + 36 * cubeStep(color.red, above: red) + 6 * cubeStep(color.green, above: green)
        + cubeStep(color.blue, above: blue)
      let candidate = color.hueDistance(to: rgb(of: entry))
      if candidate < distance { (best, distance) = (entry, candidate) }
    }
    return best
  }

  /// The step below the channel's value, or one above.
  private static func cubeStep(_ channel: UInt8, above: UInt8) -> UInt8 {
    min(5, (channel < 95 ? 0 : (channel - 55) / 40) + above)
  }

  /// The nearest of the 16 ANSI colors, the lowest of equals.
  static func nearestANSIEntry(to color: RGB) -> UInt8 {
    var (best, distance) = (UInt8(0), Int.max)
    for index in 0..<UInt8(16) {
      let candidate = color.squaredDistance(to: rgb(of: index))
      if candidate < distance { (best, distance) = (index, candidate) }
    }
    return best
  }
}

extension Color {
  /// xterm's values of palette entries; nil for the terminal's default.
  package var rgb: RGB? {
    switch kind {
    case .standard: nil
    case .palette(let index): Palette.rgb(of: index)
    case .rgb(let color): color
    }
  }
}
