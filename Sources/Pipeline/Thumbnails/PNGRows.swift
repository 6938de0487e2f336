import Imaging

/// The rows of a bitmap as a PNG stores them before they are compressed.
struct PNGRows {
  /// Three channels where no pixel is transparent, otherwise four.
  let channels: Int
  /// Each row behind the number of its filter.
  let filtered: [UInt8]

  /// Number 1, Sub, predicts each byte from the pixel to the left (W3C PNG, section 9.2).
  private static let sub: UInt8 = 1

  init(_ bitmap: Bitmap) {
    let isOpaque = stride(from: 3, to: bitmap.bytes.count, by: 4).allSatisfy {
      bitmap.bytes[$0] == 255
    }
    channels = isOpaque ? 3 : 4
    let row = bitmap.size.width * channels
    filtered = Self.filtered(
      Self.samples(of: bitmap, channels), row: row, rowCount: bitmap.size.height, pixel: channels)
  }

  /// PNG's number for what the channels are.
  var colorType: UInt8 { channels == 3 ? 2 : 6 }

  /// Colours that are not multiplied by alpha, as PNG has them.
  private static func samples(of bitmap: Bitmap, _ channels: Int) -> [UInt8] {
    let source = bitmap.bytes
    return [UInt8](capacity: source.count / 4 * channels) { samples in
      for start in stride(from: 0, to: source.count, by: 4) {
        let alpha = Int(source[start + 3])
        for index in start..<start + 3 {
          samples.append(straight(source[index], alpha))
        }
        if channels == 4 { samples.append(UInt8(alpha)) }
      }
    }
  }

  private static func straight(_ channel: UInt8, _ alpha: Int) -> UInt8 {
    guard alpha < 255 else { return channel }
    guard alpha > 0 else { return 0 }
    return UInt8(min(255, (Int(channel) * 255 + alpha / 2) / alpha))
  }

  private static func filtered(
    _ samples: [UInt8], row: Int, rowCount: Int, pixel: Int
  ) -> [UInt8] {
    [UInt8](capacity: (row + 1) * rowCount) { output in
      for start in stride(from: 0, to: row * rowCount, by: max(1, row)) {
        output.append(sub)
        for index in start..<start + row {
          let left = index - start < pixel ? 0 : samples[index - pixel]
          output.append(samples[index] &- left)
        }
      }
    }
  }
}
