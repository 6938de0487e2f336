import Imaging

/// A demo photo enlarged to camera size, with grain; deterministic.
struct CameraPhoto {
  let source: Bitmap
  /// In pixels; a centered crop of the source.
  let size: PixelSize
  /// Distinguishes photos of one source by crop and grain.
  let number: Int

  /// The image, with grain as strong as that of a small sensor.
  var bitmap: Bitmap {
    let frame = frame
    var grain = UInt64(number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { output, count in
      unsafe source.bytes.withUnsafeBufferPointer { input in
        for y in 0..<size.height {
          let line = Line(
            frame.top + frame.step * Float(y), stride: source.size.width,
            last: source.size.height - 1)
          for x in 0..<size.width {
            let place = Line(
              frame.left + frame.step * Float(x), stride: 1, last: source.size.width - 1)
            grain ^= grain << 13
            grain ^= grain >> 7
            grain ^= grain << 17
            // The sum of two values approximates the distribution of photon noise.
            let noise = Float(Int(grain & 15) + Int(grain >> 32 & 15) - 15)
            let pixel = unsafe Self.mix(input, line, place) + noise
            let color = pixel.clamped(
              lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
            let index = (y * size.width + x) * 4
            unsafe output[index] = UInt8(color.x)
            unsafe output[index + 1] = UInt8(color.y)
            unsafe output[index + 2] = UInt8(color.z)
            unsafe output[index + 3] = 255
          }
        }
      }
      count = size.area * 4
    }
    return Bitmap(size: size, bytes: bytes)
  }

  /// The crop's origin in the source, and the distance between samples.
  private var frame: (left: Float, top: Float, step: Float) {
    let widest = min(
      Float(source.size.width) / Float(size.width), Float(source.size.height) / Float(size.height))
    let step = widest * (1 - 0.02 * Float(number % 16))
    let spare = (
      Float(source.size.width) - step * Float(size.width),
      Float(source.size.height) - step * Float(size.height)
    )
    return (spare.0 / 2, spare.1 / 2, step)
  }

  /// Two adjacent lines of the source, and the weight of the second.
  private struct Line {
    let first: Int
    let second: Int
    let share: Float

    init(_ position: Float, stride: Int, last: Int) {
      let start = max(0, min(Int(position), last))
      first = start * stride
      second = min(start + 1, last) * stride
      share = position - Float(start)
    }
  }

  private static func mix(
    _ input: UnsafeBufferPointer<UInt8>, _ row: Line, _ column: Line
  ) -> SIMD4<Float> {
    let above =
      unsafe pixel(input, row.first + column.first) * (1 - column.share)
      + pixel(input, row.first + column.second) * column.share
    let below =
      unsafe pixel(input, row.second + column.first) * (1 - column.share)
      + pixel(input, row.second + column.second) * column.share
    return above * (1 - row.share) + below * row.share
  }

  private static func pixel(
    _ input: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> SIMD4<Float> {
    unsafe SIMD4(
      Float(input[index * 4]), Float(input[index * 4 + 1]), Float(input[index * 4 + 2]), 255)
  }
}
