/// A minimal EXIF segment with a thumbnail (CIPA DC-008, 4.5; TIFF 6.0, section 2).
struct ThumbnailSegment {
  /// A JPEG of at most 60 kilobytes.
  let thumbnail: [UInt8]

  /// The offset in bytes: after the TIFF header and two directories.
  private static let thumbnailStart: UInt32 = 8 + directorySize(1) + directorySize(3)

  private static func directorySize(_ entries: UInt32) -> UInt32 { 2 + entries * 12 + 4 }

  /// The APP1 segment, to be inserted after the first two bytes of a JPEG.
  var bytes: [UInt8] {
    let tiff = Array("Exif\0\0II".utf8) + [42, 0] + Self.little(8) + main + small + thumbnail
    let length = tiff.count + 2
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + tiff
  }

  /// The main directory: normal orientation, and the next directory's offset.
  private var main: [UInt8] {
    [1, 0] + Self.entry(0x0112, type: 3, 1) + Self.little(8 + Self.directorySize(1))
  }

  /// The thumbnail's directory: compression, offset and length in bytes.
  private var small: [UInt8] {
    let entries =
      Self.entry(0x0103, type: 3, 6) + Self.entry(0x0201, type: 4, Self.thumbnailStart)
      + Self.entry(0x0202, type: 4, UInt32(thumbnail.count))
    return [3, 0] + entries + Self.little(0)
  }

  private static func entry(_ tag: UInt16, type: UInt8, _ value: UInt32) -> [UInt8] {
    [UInt8(tag & 255), UInt8(tag >> 8), type, 0] + little(1) + little(value)
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
