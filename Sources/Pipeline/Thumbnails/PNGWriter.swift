internal import CZlib
import Imaging

/// Writes a bitmap as a PNG with texts.
///
/// A thumbnail is written once, when there is nothing else to do, and read at every start: what counts
/// is how soon it is decoded. Measured on photos of 256 pixels, every row by the filter Sub and zlib's
/// run-length strategy gives 71 KB that libspng decodes in 0.8 ms; the filter Paeth would give 63 KB
/// and take 1.4 ms. zlib's default strategy takes longer with either, and gives no smaller file.
struct PNGWriter {
  private var bytes = PNGChunkReader.signature

  /// The file; nil where there is no memory to compress it.
  static func encode(_ bitmap: Bitmap, _ texts: ThumbnailTexts) -> [UInt8]? {
    let rows = PNGRows(bitmap)
    guard let packed = Deflate.zlibStream(of: rows.filtered) else { return nil }
    var writer = PNGWriter()
    writer.addHeader(bitmap.size, colorType: rows.colorType)
    // Perceptual rendering intent; bitmaps are sRGB.
    writer.add("sRGB", [0])
    for (key, value) in texts.all { writer.add("tEXt", Array(key.rawValue.utf8) + [0] + value) }
    writer.add("IDAT", packed)
    writer.add("IEND", [])
    return writer.bytes
  }

  /// IHDR: eight bits, the only methods there are, not interlaced (W3C PNG, section 11.2.1).
  private mutating func addHeader(_ size: PixelSize, colorType: UInt8) {
    add("IHDR", Self.bigEndian(size.width) + Self.bigEndian(size.height) + [8, colorType, 0, 0, 0])
  }

  private mutating func add(_ type: String, _ data: [UInt8]) {
    bytes += Self.bigEndian(data.count)
    let start = bytes.count
    bytes += Array(type.utf8) + data
    bytes += Self.bigEndian(Int(Checksum.crc32(of: bytes[start...])))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

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

/// Compression as PNG has it (RFC 1950).
enum Deflate {
  /// The bytes compressed in one piece; nil where there is no memory.
  static func zlibStream(of bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    let memoryLevel: Int32 = 8
    guard
      unsafe deflateInit2_(
        &stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS, memoryLevel, Z_RLE, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    // zlib writes no more than its bound, and only reads what it is given.
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    return unsafe input.withUnsafeMutableBufferPointer { input in
      var isDone = false
      let packed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(clamping: input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(clamping: output.count)
        unsafe isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
        unsafe count = Int(stream.total_out)
      }
      return isDone ? packed : nil
    }
  }
}
