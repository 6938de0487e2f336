/// The state of a search for the nearest color, in four lanes.
struct NearestSearch {
  private let blue, green, red: SIMD4<Float>
  private let hint: UInt8
  private let start: Float
  /// Distances, with the group number in their lowest bits.
  private var keys: SIMD4<Float>
  private var least: Float

  /// Bits of the group number (up to 64 groups); leaves 18 of 24 bits of precision.
  private static let groupBits: UInt32 = 63

  /// Colors are blue, green, red, 0.
  @inline(__always)
  init(for color: SIMD4<Float>, hint: UInt8, _ hinted: SIMD4<Float>) {
    blue = SIMD4(repeating: color.x)
    green = SIMD4(repeating: color.y)
    red = SIMD4(repeating: color.z)
    self.hint = hint
    let difference = hinted - color
    start = (difference * difference).sum()
    least = start
    keys = SIMD4(repeating: start)
  }

  @inline(__always)
  mutating func look(at group: ColorGroup, _ number: Int) {
    let (blue, green, red) = (group.blue - blue, group.green - green, group.red - red)
    let distances = blue * blue + green * green + red * red
    let bits = unsafe unsafeBitCast(distances, to: SIMD4<UInt32>.self) & ~Self.groupBits
    let numbered = bits | SIMD4(repeating: UInt32(truncatingIfNeeded: number))
    let found = unsafe unsafeBitCast(numbered, to: SIMD4<Float>.self)
    keys.replace(with: found, where: found .< keys)
    least = min(min(keys[0], keys[1]), min(keys[2], keys[3]))
  }

  /// Whether such a channel sum may be nearer: squared, at most three times the squared distance.
  @inline(__always)
  func mayLie(atSum difference: Float) -> Bool {
    difference <= 0 || difference * difference < 3 * least
  }

  @inline(__always)
  var index: UInt8 {
    guard least < start, let lane = (0..<ColorGroup.size).first(where: { keys[$0] == least }) else {
      return hint
    }
    let group = least.bitPattern & Self.groupBits
    return UInt8(truncatingIfNeeded: Int(group) * ColorGroup.size + lane)
  }
}

/// Four palette colors, as a vector per channel.
struct ColorGroup {
  let blue, green, red: SIMD4<Float>
  static let size = 4

  init(_ colors: [RGB]) {
    blue = SIMD4(colors.map { Float($0.blue) })
    green = SIMD4(colors.map { Float($0.green) })
    red = SIMD4(colors.map { Float($0.red) })
    firstSum = blue[0] + green[0] + red[0]
    lastSum = blue[3] + green[3] + red[3]
  }

  /// Channel sums of the first and the last color.
  let firstSum: Float
  let lastSum: Float
}
