internal import Imaging

/// The metadata of a WebP (RFC 9649, section 2.7).
struct WebPBlocks {
  private static let mostChunks = 10_000

  private(set) var blocks = MetadataBlocks()

  init(_ view: ByteView) {
    blocks.size = view.bytes(at: 0, 30).flatMap { WebPHeader(Array($0))?.size }
    for chunk in RIFFChunks(view).prefix(Self.mostChunks) { take(chunk.name, chunk.content) }
  }

  private mutating func take(_ name: String, _ content: ByteView) {
    switch name {
    case "EXIF": blocks.take(ExifReader(content))
    case "XMP ": blocks.xmp = blocks.xmp ?? content.all(atMost: ExifReader.blockLimit)
    case "ICCP":
      blocks.profile = content.all(atMost: ExifReader.blockLimit).flatMap(ProfileName.name)
    default: break
    }
  }
}
