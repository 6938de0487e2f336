internal import Glibc

/// A blurred picture in some thirty characters: a BlurHash, as Mastodon, Misskey and Unsplash send it.
///
/// Written from the description of the format, `Algorithm.md` of github.com/woltapp/blurhash. The
/// digits have base 83: one for the numbers of waves along both axes, one for the greatest amplitude,
/// four for the mean colour, and two for each wave that is not constant.
package struct BlurHash: Hashable, Sendable {
  /// The values of the digits, 6 to 166 of them.
  private let digits: [UInt8]

  /// Reads a hash; nil for every text that is none.
  package init?(_ text: some Collection<UInt8>) {
    let text = text.prefix(Self.greatestLength + 1)
    let digits = text.map { Self.values[Int($0)] }
    guard let first = digits.first, first < 81, !digits.contains(Self.noValue) else { return nil }
    self.digits = digits
    guard digits.count == 4 + 2 * frequencies.area, number(2..<6) <= 0xFF_FFFF else { return nil }
  }

  /// The length of a hash with nine waves along each axis, in characters.
  private static let greatestLength = 4 + 2 * 81

  /// The mean colour of the picture.
  package var mean: RGB { RGB(packed: UInt32(number(2..<6))) }

  /// The picture, blurred, in a size in pixels whose sides are at least 1.
  func bitmap(_ size: PixelSize) -> Bitmap {
    sum.bitmap(size) { light in
      SIMD4(Self.sample(of: light.x), Self.sample(of: light.y), Self.sample(of: light.z), 1)
    }
  }

  /// How many waves there are along each axis, the constant one included: 1 to 9.
  private var frequencies: PixelSize {
    let number = Int(digits[0])
    return PixelSize(width: number % 9 + 1, height: number / 9 + 1)
  }

  /// The picture in linear light.
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

  /// The amplitude that one of nineteen steps stands for, from -1 to 1.
  private static func amplitude(_ step: Int) -> Double {
    let share = Double(step - 9) / 9
    return share * abs(share)
  }

  /// Some digits as a number.
  private func number(_ range: Range<Int>) -> Int {
    digits[range].reduce(0) { $0 * 83 + Int($1) }
  }
}

extension BlurHash {
  private static let alphabet =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"

  private static let noValue: UInt8 = 255

  /// The value of every byte as a digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noValue, count: 256)
    for (digit, value) in zip(alphabet.utf8, UInt8(0)...) { values[Int(digit)] = value }
    return values
  }()

  /// Linear light from 0 to 1 of a sample in sRGB (IEC 61966-2-1).
  private static func light(of sample: UInt8) -> Double {
    let share = Double(sample) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }

  /// The sample in sRGB, from 0 to 1, of linear light, which may be negative.
  private static func sample(of light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
