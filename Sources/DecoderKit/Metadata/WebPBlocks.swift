internal import Imaging

/// The metadata of a WebP (RFC 9649, section 2.7).
struct WebPBlocks {
  private static let start = 12
  private static let mostChunks = 10_000

  private(set) var blocks = MetadataBlocks()

  init(_ view: ByteView) {
    blocks.size = view.bytes(at: 0, 30).flatMap { WebPHeader(Array($0))?.size }
    var position = Self.start
    for _ in 0..<Self.mostChunks {
      guard let name = view.bytes(at: position, 4),
        let length = view.bytes(at: position + 4, 4)?.littleEndian
      else { return }
      take(String(decoding: name, as: UTF8.self), view.part(from: position + 8, count: length))
      position += 8 + length + length % 2
    }
  }

  private mutating func take(_ name: String, _ content: ByteView) {
    switch name {
    case "EXIF":
      blocks.take(ExifReader(content))
    case "XMP ": blocks.xmp = blocks.xmp ?? content.all(atMost: ExifReader.blockLimit)
    case "ICCP":
      blocks.profile = content.all(atMost: ExifReader.blockLimit).flatMap(ProfileName.name)
    default: break
    }
  }
}
