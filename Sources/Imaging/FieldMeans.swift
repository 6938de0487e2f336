/// The mean brightness of 16x16 fields, and the mean color.
///
/// Distinguishes images of mostly equal fields: blank screens, slides, pages of text.
package struct FieldMeans: Hashable, Sendable {
  private static let side = 16
  package static let byteCount = side * side + 2
  /// Images below this standard deviation of brightness, in levels, are also compared by color.
  private static let leastContrast = 8.0
  private static let mostColorDifference = 8
  /// Between the largest and smallest component of a color that has a hue, in levels.
  private static let leastChroma = 8

  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Takes the image as displayed; nil if empty, callable from any thread.
  package init?(of picture: Bitmap) {
    guard picture.size.area > 0 else { return nil }
    let fields = picture.scaled(to: PixelSize(width: Self.side, height: Self.side))
    var sum = SIMD3<Int>()
    var bytes: [UInt8] = []
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let color = fields[x, y]
        bytes.append(UInt8((color.brightness + 500) / 1000))
        sum &+= SIMD3(Int(color.red), Int(color.green), Int(color.blue))
      }
    }
    let mean = sum / (Self.side * Self.side)
    let brightness = (299 * mean.x + 587 * mean.y + 114 * mean.z) / 1000
    let blue = (mean.z - brightness) * 564 / 1000 + 128
    let red = (mean.x - brightness) * 713 / 1000 + 128
    self.bytes = bytes + [UInt8(clamping: blue), UInt8(clamping: red)]
  }

  private var levels: ArraySlice<UInt8> { bytes.dropLast(2) }

  /// The mean, in 1/256 of a level.
  package var brightness: Int { levels.reduce(0) { $0 + Int($1) } }

  /// Of the mean color, in tenths of a degree from 330°, so that reds are together; nil if it is
  /// nearly grey.
  package var hue: Int? {
    let (blueness, redness) = (
      Int(bytes[Self.byteCount - 2]) - 128, Int(bytes[Self.byteCount - 1]) - 128
    )
    let red = 1_402 * redness
    let (green, blue) = (-344 * blueness - 714 * redness, 1_772 * blueness)
    let most = max(red, green, blue)
    let chroma = most - min(red, green, blue)
    guard chroma >= Self.leastChroma * 1_000 else { return nil }
    let hue =
      switch most {
      case red: (green - blue) * 600 / chroma
      case green: 1_200 + (blue - red) * 600 / chroma
      default: 2_400 + (red - green) * 600 / chroma
      }
    return (hue + 3_900) % 3_600
  }

  /// The sum of the differences of brightness, and 256 times those of color.
  func difference(to other: FieldMeans) -> Int {
    let (own, others) = (bytes.span, other.bytes.span)
    var sum = 0
    for place in own.indices {
      let difference = abs(Int(own[place]) - Int(others[place]))
      sum += place < Self.byteCount - 2 ? difference : difference << 8
    }
    return sum
  }

  /// Whether images may differ only in brightness and contrast; `tolerance` is in levels (RMS).
  package func isLike(_ other: FieldMeans, tolerance: Double) -> Bool {
    if min(contrast, other.contrast) < Self.leastContrast {
      let pairs = zip(bytes.suffix(2) + [mean], other.bytes.suffix(2) + [other.mean])
      let isNear = pairs.allSatisfy { abs(Int($0) - Int($1)) <= Self.mostColorDifference }
      guard isNear else { return false }
    }
    return max(misfit(to: other), other.misfit(to: self)) <= tolerance
  }

  private var mean: UInt8 { UInt8(brightness / levels.count) }

  private var contrast: Double {
    let count = Double(levels.count)
    let mean = levels.reduce(0) { $0 + Double($1) } / count
    let sum = levels.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return (sum / count).squareRoot()
  }

  /// Root mean square error, in levels, of the best monotonic tone curve to other fields.
  ///
  /// Isotonic regression by pooling adjacent violators.
  private func misfit(to other: FieldMeans) -> Double {
    // Equal values here are sorted descending, so that they are pooled to one value.
    let pairs = zip(levels, other.levels).sorted { ($0.0, $1.1) < ($1.0, $0.1) }
    var pools: [(sum: Double, squares: Double, count: Double)] = []
    for (_, value) in pairs {
      let level = Double(value)
      var pool = (sum: level, squares: level * level, count: 1.0)
      while let last = pools.last, last.sum * pool.count > pool.sum * last.count {
        pool = (last.sum + pool.sum, last.squares + pool.squares, last.count + pool.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    let error = pools.reduce(0) { $0 + $1.squares - $1.sum * $1.sum / $1.count }
    return (max(0, error) / Double(pairs.count)).squareRoot()
  }
}
