internal import Imaging

/// Writes a bitmap as a PNG with texts.
///
/// A thumbnail is written once, in the background, and read at every start, so decoding speed
/// counts. For photos of 256 pixels, filter Sub with zlib's run-length strategy gives 71 KB that
/// libspng decodes in 0.8 ms; Paeth gives 63 KB in 1.4 ms. zlib's default strategy takes longer
/// with either, and gives no smaller file.
enum PNGWriter {
  /// Nil if there is no memory to compress it.
  static func encode(_ bitmap: Bitmap, _ texts: ThumbnailTexts) -> [UInt8]? {
    let rows = PNGRows(bitmap)
    guard let packed = Deflate.runs.zlibStream(of: rows.filtered) else { return nil }
    var file = PNGFile(size: bitmap.size, colorType: rows.colorType)
    // Perceptual rendering intent; bitmaps are sRGB.
    file.add("sRGB", [0])
    for (key, value) in texts.all { file.add("tEXt", Array(key.rawValue.utf8) + [0] + value) }
    file.add("IDAT", packed)
    file.add("IEND", [])
    return file.bytes
  }
}

struct PNGRows {
  /// Three if all pixels are opaque, else four.
  let channels: Int
  let filtered: [UInt8]

  /// Filter type 1, Sub: predicts each byte from the pixel to the left (W3C PNG, section 9.2).
  private static let sub: UInt8 = 1

  init(_ bitmap: Bitmap) {
    channels = bitmap.isOpaque ? 3 : 4
    let row = bitmap.size.width * channels
    filtered = Self.filtered(
      Self.samples(of: bitmap, channels), row: row, rowCount: bitmap.size.height, pixel: channels)
  }

  var colorType: UInt8 { channels == 3 ? 2 : 6 }

  /// PNG stores colors without premultiplied alpha.
  private static func samples(of bitmap: Bitmap, _ channels: Int) -> [UInt8] {
    let source = bitmap.straightBytes
    guard channels == 3 else { return source }
    return [UInt8](capacity: source.count / 4 * 3) { samples in
      for start in stride(from: 0, to: source.count, by: 4) {
        for index in start..<start + 3 { samples.append(source[index]) }
      }
    }
  }

  private static func filtered(_ samples: [UInt8], row: Int, rowCount: Int, pixel: Int) -> [UInt8] {
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
