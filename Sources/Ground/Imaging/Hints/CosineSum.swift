internal import Glibc

/// A picture as a sum of cosines, four channels at once: what a hash of a few characters spells out.
///
/// Every number in it is finite, and so is what comes out.
struct CosineSum {
  /// How many frequencies there are along each axis, the constant one included; both at least 1.
  let frequencies: PixelSize
  /// How far into a pixel its value is taken, from 0 at its left and upper edge to 1.
  let phase: Double
  /// The amplitudes, those of the lowest frequency down the picture first.
  private var amplitudes: [SIMD4<Double>]

  /// Makes a sum in which every amplitude is zero.
  init(frequencies: PixelSize, phase: Double) {
    self.frequencies = frequencies
    self.phase = phase
    amplitudes = Array(repeating: .zero, count: frequencies.area)
  }

  /// The amplitudes of half a wave so many times along each axis.
  subscript(across: Int, down: Int) -> SIMD4<Double> {
    get { amplitudes[down * frequencies.width + across] }
    set { amplitudes[down * frequencies.width + across] = newValue }
  }

  /// Draws the sum.
  /// - Parameters:
  ///   - size: The size in pixels, both sides at least 1.
  ///   - color: Makes red, green, blue and alpha of the four channels, each from 0 to 1 and the colours
  ///     not multiplied by alpha; what lies beyond is cut off.
  /// - Returns: The picture.
  func bitmap(_ size: PixelSize, color: (SIMD4<Double>) -> SIMD4<Double>) -> Bitmap {
    let across = waves(frequencies.width, over: size.width)
    let down = waves(frequencies.height, over: size.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area * 4)
    for heights in down {
      let row = (0..<frequencies.width).map { place in
        heights.indices.reduce(into: SIMD4<Double>.zero) { sum, wave in
          sum += self[place, wave] * heights[wave]
        }
      }
      for widths in across {
        let sum = widths.indices.reduce(into: SIMD4<Double>.zero) { $0 += row[$1] * widths[$1] }
        Self.append(color(sum), to: &bytes)
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }

  /// The cosines at every pixel of a line, one for each frequency.
  private func waves(_ count: Int, over length: Int) -> [[Double]] {
    (0..<length).map { pixel in
      let angle = Double.pi * (Double(pixel) + phase) / Double(length)
      return (0..<count).map { cos(angle * Double($0)) }
    }
  }

  private static func append(_ color: SIMD4<Double>, to bytes: inout [UInt8]) {
    let shown = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    let scaled = SIMD4(lowHalf: shown.lowHalf, highHalf: SIMD2(shown.z, 1)) * shown.w * 255
    for channel in 0..<4 { bytes.append(UInt8(scaled[channel].rounded())) }
  }
}
