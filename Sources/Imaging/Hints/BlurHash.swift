internal import Glibc

/// A BlurHash: a blurred image in about 30 characters, as sent by Mastodon, Misskey and Unsplash.
///
/// Implements `Algorithm.md` of github.com/woltapp/blurhash. Base 83 digits: one for the number of
/// components, one for the maximum amplitude, four for the mean color, two per AC component.
package struct BlurHash: Hashable, Sendable {
  private let digits: [UInt8]

  package init?(_ text: some Collection<UInt8>) {
    let text = text.prefix(Self.greatestLength + 1)
    let digits = text.map { Self.values[Int($0)] }
    guard let first = digits.first, first < 81, !digits.contains(Self.noValue) else { return nil }
    self.digits = digits
    guard digits.count == 4 + 2 * frequencies.area, number(2..<6) <= 0xFF_FFFF else { return nil }
  }

  private static let greatestLength = 4 + 2 * 81

  package var mean: RGB { RGB(packed: UInt32(number(2..<6))) }

  package func bitmap(_ size: PixelSize) -> Bitmap {
    sum.bitmap(size) { light in
      SIMD4(Self.sample(of: light.x), Self.sample(of: light.y), Self.sample(of: light.z), 1)
    }
  }

  /// Components along each axis including the constant one: 1 to 9.
  private var frequencies: PixelSize {
    let number = Int(digits[0])
    return PixelSize(width: number % 9 + 1, height: number / 9 + 1)
  }

  private var sum: CosineSum {
    var sum = CosineSum(frequencies: frequencies, phase: 0)
    sum[0, 0] = SIMD4(
      Self.light(of: mean.red), Self.light(of: mean.green), Self.light(of: mean.blue), 0)
    let greatest = Double(digits[1] + 1) / 166
    for index in 1..<max(1, frequencies.area) {
      let value = number(4 + 2 * index..<6 + 2 * index)
      sum[index % frequencies.width, index / frequencies.width] =
        greatest
        * SIMD4(
          Self.amplitude(value / 361), Self.amplitude(value / 19 % 19),
          Self.amplitude(value % 19), 0)
    }
    return sum
  }

  /// Dequantizes one of 19 steps to -1...1.
  private static func amplitude(_ step: Int) -> Double {
    let share = Double(step - 9) / 9
    return share * abs(share)
  }

  private func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 83 + Int($1) } }

  private static let alphabet =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"

  private static let noValue: UInt8 = 255

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noValue, count: 256)
    for (digit, value) in zip(alphabet.utf8, UInt8(0)...) { values[Int(digit)] = value }
    return values
  }()

  /// Linear light from 0 to 1 (IEC 61966-2-1).
  private static func light(of sample: UInt8) -> Double {
    let share = Double(sample) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }

  /// The sRGB sample from 0 to 1; light may be negative.
  private static func sample(of light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

/// An image as a sum of cosines with four channels; all numbers are finite.
struct CosineSum {
  /// Frequencies along each axis including the constant one, at least 1.
  let frequencies: PixelSize
  /// Sampling position in a pixel, from 0 at its left and top edge to 1.
  let phase: Double
  /// Row by row, from the lowest vertical frequency.
  private var amplitudes: [SIMD4<Double>]

  init(frequencies: PixelSize, phase: Double) {
    (self.frequencies, self.phase) = (frequencies, phase)
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
