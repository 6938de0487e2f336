/// A ThumbHash: a blurred image with proportions and alpha in about 20 bytes, as sent by Immich.
///
/// Implements evanw.github.io/thumbhash#details; quantized as in github.com/evanw/thumbhash.
package struct ThumbHash: Hashable, Sendable {
  private static let greatestLength = 25

  private let bytes: [UInt8]

  /// Reads Base64 (RFC 4648, sections 4 and 5), with or without padding; nil if invalid.
  package init?(base64 text: some Collection<UInt8>) {
    guard let bytes = Self.bytes(base64: text.prefix(Self.greatestLength * 4 / 3 + 5)) else {
      return nil
    }
    self.init(bytes: bytes)
  }

  package init?(bytes: [UInt8]) {
    guard (5...Self.greatestLength).contains(bytes.count) else { return nil }
    self.bytes = bytes
    let waves = brightness.count + 2 * Self.hue.count + (hasAlpha ? Self.opacity.count : 0)
    guard bytes.count == start + (waves + 1) / 2 else { return nil }
  }

  /// Approximate proportions in small integers.
  package var shape: PixelSize {
    let (long, short) = (hasAlpha ? 5 : 7, max(1, field(24, 3)))
    return isLandscape
      ? PixelSize(width: long, height: short) : PixelSize(width: short, height: long)
  }

  package func bitmap(_ size: PixelSize) -> Bitmap {
    // Luminance, yellow-blue, red-green, alpha.
    sum.bitmap(size) { channels in
      let blue = channels.x - channels.y * 2 / 3
      let red = (channels.x * 3 - blue + channels.z) / 2
      return SIMD4(red, red - channels.z, blue, channels.w)
    }
  }
}

extension ThumbHash {
  /// Components along each axis, without those with a high frequency in both.
  private struct Waves {
    let across, down: Int

    var places: [(across: Int, down: Int)] {
      (0..<down).flatMap { y in
        (0..<across).lazy.filter { x in x + y > 0 && x * down + y * across < across * down }
          .map { (across: $0, down: y) }
      }
    }

    var count: Int { places.count }
  }

  private static let hue = Waves(across: 3, down: 3)
  private static let opacity = Waves(across: 5, down: 5)

  private var hasAlpha: Bool { field(23, 1) == 1 }
  private var isLandscape: Bool { field(39, 1) == 1 }
  private var brightness: Waves { Waves(across: max(3, shape.width), down: max(3, shape.height)) }

  private var start: Int { hasAlpha ? 6 : 5 }

  private var sum: CosineSum {
    let size = PixelSize(
      width: max(brightness.across, hasAlpha ? 5 : 3),
      height: max(brightness.down, hasAlpha ? 5 : 3))
    var sum = CosineSum(frequencies: size, phase: 0.5)
    sum[0, 0] = SIMD4(
      Double(field(0, 6)) / 63, Double(field(6, 6)) / 31.5 - 1, Double(field(12, 6)) / 31.5 - 1,
      hasAlpha ? Double(bytes[5] & 15) / 15 : 1)
    // Decoders increase chroma by a quarter to compensate for quantization.
    var channels = [
      (brightness, Double(field(18, 5)) / 31), (Self.hue, Double(field(27, 6)) / 63 * 1.25),
      (Self.hue, Double(field(33, 6)) / 63 * 1.25),
    ]
    if hasAlpha { channels.append((Self.opacity, Double(bytes[5] >> 4) / 15)) }
    var number = 0
    for (channel, (waves, scale)) in channels.enumerated() {
      for place in waves.places {
        sum[place.across, place.down][channel] = amplitude(number) * scale * 2
        number += 1
      }
    }
    return sum
  }

  private func amplitude(_ number: Int) -> Double {
    let pair = bytes[start + number / 2]
    return Double(number.isMultiple(of: 2) ? pair & 15 : pair >> 4) / 7.5 - 1
  }

  /// A bit field of the first five bytes, lowest bit first.
  private func field(_ place: Int, _ width: Int) -> Int {
    let header = bytes.prefix(5).littleEndian ?? 0
    return header >> place & (1 << width - 1)
  }

  private static func bytes(base64 text: some Collection<UInt8>) -> [UInt8]? {
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    guard text.dropFirst(digits.count).elementsEqual(padding.prefix(text.count - digits.count))
    else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in digits {
      guard let value = value(ofDigit: digit) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }

  private static let padding = Array("==".utf8)

  private static func value(ofDigit digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
