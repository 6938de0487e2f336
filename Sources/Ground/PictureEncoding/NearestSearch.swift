internal import Imaging

/// A search for the nearest colour of a palette: the nearest so far, in each of four lanes.
struct NearestSearch {
  private let blue: SIMD4<Float>
  private let green: SIMD4<Float>
  private let red: SIMD4<Float>
  private let hint: UInt8
  /// The distance of the hint.
  private let start: Float
  /// The distances, with the number of the group in place of their lowest bits.
  private var keys: SIMD4<Float>
  /// The least of them.
  private var least: Float

  /// The bits of a key that say which group it is of, one of up to 64: of the 24 that a distance has it
  /// keeps 18.
  private static let groupBits: UInt32 = 63

  /// Begins at some colour that is not far.
  /// - Parameters:
  ///   - color: What is looked for, as blue, green, red, 0.
  ///   - hint: The number of the colour to begin at.
  ///   - hinted: That colour, in the same way.
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

  /// Looks at the colours of a group.
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

  /// Whether a colour whose sum of channels is so much greater, or smaller, may be nearer: the square
  /// of that is at most three times the squared distance.
  @inline(__always)
  func mayLie(atSum difference: Float) -> Bool {
    difference <= 0 || difference * difference < 3 * least
  }

  /// The number of the nearest colour: the hint where all that was looked at is farther.
  @inline(__always)
  var index: UInt8 {
    guard least < start, let lane = (0..<ColorGroup.size).first(where: { keys[$0] == least }) else {
      return hint
    }
    let group = least.bitPattern & Self.groupBits
    return UInt8(truncatingIfNeeded: Int(group) * ColorGroup.size + lane)
  }
}

/// Four colours of a palette, a vector for each channel.
struct ColorGroup {
  let blue: SIMD4<Float>
  let green: SIMD4<Float>
  let red: SIMD4<Float>

  /// How many colours there are in a group.
  static let size = 4

  init(_ colors: [RGB]) {
    blue = SIMD4(colors.map { Float($0.blue) })
    green = SIMD4(colors.map { Float($0.green) })
    red = SIMD4(colors.map { Float($0.red) })
    firstSum = blue[0] + green[0] + red[0]
    lastSum = blue[3] + green[3] + red[3]
  }

  /// The sum of the channels of the first colour, and of the last.
  let firstSum: Float
  let lastSum: Float
}
