/// The mean brightness of a picture in 16 by 16 fields, and its mean colour.
///
/// They tell apart what a `DifferenceHash` cannot: pictures of which most neighbouring fields are equally bright, as
/// blank screens, slides and pages of text.
package struct FieldMeans: Hashable, Sendable {
  private static let side = 16
  /// How many bytes they are as.
  package static let byteCount = side * side + 2
  /// Pictures whose brightness has a standard deviation below this are compared by their colours too, in levels.
  private static let leastContrast = 8.0
  /// How far those colours may be apart, in levels.
  private static let mostColorDifference = 8

  /// The brightness of the fields row by row, and the blue and red chroma of all of the picture (ITU-R BT.601).
  package let bytes: [UInt8]

  /// Takes what `bytes` gave; nil where these are too few or too many.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Looks at a picture as it is shown; nil where it is empty.
  ///
  /// May be called from any thread.
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

  /// Whether two pictures may be the same one, of which one was made lighter, darker, or of less contrast.
  /// - Parameters:
  ///   - other: The fields of the other picture.
  ///   - tolerance: How far a field may be off, as the root of the mean square, in levels.
  /// - Returns: Whether both are near enough.
  package func isLike(_ other: FieldMeans, tolerance: Double) -> Bool {
    if min(contrast, other.contrast) < Self.leastContrast {
      let pairs = zip(bytes.suffix(2) + [mean], other.bytes.suffix(2) + [other.mean])
      let isNear = pairs.allSatisfy { abs(Int($0) - Int($1)) <= Self.mostColorDifference }
      guard isNear else { return false }
    }
    return max(misfit(to: other), other.misfit(to: self)) <= tolerance
  }

  private var mean: UInt8 { UInt8(brightness.reduce(0) { $0 + Int($1) } / brightness.count) }

  /// The standard deviation of the brightness, in levels.
  private var contrast: Double {
    let count = Double(brightness.count)
    let mean = brightness.reduce(0) { $0 + Double($1) } / count
    let sum = brightness.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return (sum / count).squareRoot()
  }

  /// How far the fields of another picture are from what the best rising tone curve makes of these, as the root of
  /// the mean square in levels (isotonic regression by pooling adjacent violators).
  private func misfit(to other: FieldMeans) -> Double {
    // Fields that are equally bright here have one value on the curve: descending, they are pooled.
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
