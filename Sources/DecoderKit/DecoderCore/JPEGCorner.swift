import Imaging

/// The top left corner at 1/8 scale: the first MCUs of the scan data (ITU-T T.81, section A.2).
struct JPEGCorner {
  private static let width = 512
  /// Bytes of scan data to read, more than these MCUs need.
  private static let dataByteCount = 8 * 1024
  /// Tolerated mean color difference, in steps of a channel.
  ///
  /// Thumbnails are made from other data than photos, and sharpened: 4 of the thumbnails of 103
  /// photos (metadata-extractor, exif-samples) differ by more.
  private static let tolerance = 30
  /// Fewer thumbnail columns are not conclusive.
  private static let fewestColumns = 4

  private let bitmap: Bitmap
  private let covered: PixelSize

  init?(of photo: JPEGPicture) {
    guard let unit = photo.header.unit, let file = Self.file(of: photo, unit),
      let decompressor = try? JPEGDecompressor()
    else { return nil }
    let decoded = unsafe file.bytes.withUnsafeBufferPointer { bytes -> Bitmap? in
      guard let frame = unsafe try? decompressor.frame(of: bytes), !frame.isCMYK else { return nil }
      let one = PixelSize(width: 1, height: 1)
      let size = JPEGDecompressor.scaledSize(for: frame.size, covering: one)
      guard
        let decoded = unsafe try? JPEGDecompressor.decode(bytes, frame: frame, size: size),
        decoded.isComplete
      else { return nil }
      return decoded.bitmap
    }
    guard let decoded else { return nil }
    bitmap = decoded
    covered = file.size
  }

  /// Whether the thumbnail's corner is compatible with this one; only false is conclusive.
  ///
  /// Compares the first row, and the second in case the first is the rest of a frame. True if too
  /// few columns can be compared. `thumbnail` must be in its stored colors.
  func mayBelong(to thumbnail: Bitmap, of photo: PixelSize) -> Bool {
    let columns = covered.width * thumbnail.size.width / photo.width
    guard columns >= Self.fewestColumns else { return true }
    let width = max(
      1, columns * photo.width * bitmap.size.width / (thumbnail.size.width * covered.width))
    let cut = PixelRect(
      x: 0, y: 0, width: min(width, bitmap.size.width), height: bitmap.size.height)
    let wanted = bitmap.cropped(to: cut).scaled(to: PixelSize(width: columns, height: 1))
    return (0..<min(2, thumbnail.size.height)).contains { y in
      let sum = (0..<columns).reduce(0) { $0 + Self.distance(wanted[$1, 0], thumbnail[$1, y]) }
      return sum <= Self.tolerance * 3 * columns
    }
  }

  private static func distance(_ one: RGB, _ other: RGB) -> Int {
    abs(Int(one.red) - Int(other.red)) + abs(Int(one.green) - Int(other.green))
      + abs(Int(one.blue) - Int(other.blue))
  }

  private static func file(
    of photo: JPEGPicture, _ unit: PixelSize
  ) -> (bytes: [UInt8], size: PixelSize)? {
    let whole = photo.header.size
    let size = PixelSize(
      width: min(whole.width, width / unit.width * unit.width),
      height: min(whole.height, unit.height))
    let bytes = photo.bytes
    var file: [UInt8] = [0xFF, 0xD8]
    for segment in JPEGSegments(ByteView(bytes), skipsGarbage: true) {
      guard let part = part(of: bytes, segment, size) else { continue }
      file += part
      guard segment.code == JPEGSegments.startOfScan else { continue }
      file += bytes[segment.payload.upperBound...].prefix(dataByteCount)
      return (file + [0xFF, JPEGSegments.endOfImage], size)
    }
    return nil
  }

  /// A segment needed for decoding, with the new size; nil for other segments.
  private static func part(
    of bytes: [UInt8], _ segment: JPEGSegments.Segment, _ size: PixelSize
  ) -> [UInt8]? {
    var part = Array(bytes[segment.payload.lowerBound - 2..<segment.payload.upperBound])
    switch segment.code {
    case 0xC0, 0xC1:
      let sides = size.height.bigEndianBytes(2) + size.width.bigEndianBytes(2)
      part.replaceSubrange(3..<7, with: sides)
    case 0xC4, 0xDB, 0xDD, 0xE0, 0xEE, JPEGSegments.startOfScan: break
    default: return nil
    }
    return [0xFF, segment.code] + part
  }
}
