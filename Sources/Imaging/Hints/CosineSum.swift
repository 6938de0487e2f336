internal import Glibc

/// An image as a sum of cosines with four channels; all numbers are finite.
struct CosineSum {
  /// Frequencies along each axis including the constant one, at least 1.
  let frequencies: PixelSize
  /// Sampling position in a pixel, from 0 at its left and top edge to 1.
  let phase: Double
  /// Row by row, from the lowest vertical frequency.
  private var amplitudes: [SIMD4<Double>]

  init(frequencies: PixelSize, phase: Double) {
    self.frequencies = frequencies
    self.phase = phase
    amplitudes = Array(repeating: .zero, count: frequencies.area)
  }

  subscript(across: Int, down: Int) -> SIMD4<Double> {
    get { amplitudes[down * frequencies.width + across] }
    set { amplitudes[down * frequencies.width + across] = newValue }
  }

  /// Renders the sum; `color` maps a sum to RGBA from 0 to 1, not premultiplied; excess is clamped.
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
