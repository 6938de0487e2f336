/// The mean brightness of 16x16 fields, and the mean color.
///
/// Distinguishes images of mostly equal fields: blank screens, slides, pages of text.
package struct FieldMeans: Hashable, Sendable {
  private static let side = 16
  package static let byteCount = side * side + 2
  /// Images below this standard deviation of brightness, in levels, are also compared by color.
  private static let leastContrast = 8.0
  private static let mostColorDifference = 8

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

  private var brightness: ArraySlice<UInt8> { bytes.dropLast(2) }

  /// Whether images may differ only in brightness and contrast; `tolerance` is in levels (RMS).
  package func isLike(_ other: FieldMeans, tolerance: Double) -> Bool {
    if min(contrast, other.contrast) < Self.leastContrast {
      let pairs = zip(bytes.suffix(2) + [mean], other.bytes.suffix(2) + [other.mean])
      let isNear = pairs.allSatisfy { abs(Int($0) - Int($1)) <= Self.mostColorDifference }
      guard isNear else { return false }
    }
    return max(misfit(to: other), other.misfit(to: self)) <= tolerance
  }

  private var mean: UInt8 { UInt8(brightness.reduce(0) { $0 + Int($1) } / brightness.count) }

  private var contrast: Double {
    let count = Double(brightness.count)
    let mean = brightness.reduce(0) { $0 + Double($1) } / count
    let sum = brightness.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return (sum / count).squareRoot()
  }

  /// Root mean square error, in levels, of the best monotonic tone curve to other fields.
  ///
  /// Isotonic regression by pooling adjacent violators.
  private func misfit(to other: FieldMeans) -> Double {
    // Equal values here are sorted descending, so that they are pooled to one value.
    let pairs = zip(brightness, other.brightness).sorted { ($0.0, $1.1) < ($1.0, $0.1) }
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
