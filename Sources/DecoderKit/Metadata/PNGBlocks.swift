internal import Imaging

/// The metadata of a PNG (W3C PNG, third edition, section 11.3), also after its pixels.
struct PNGBlocks {
  private static let mostChunks = 20_000
  private static let packet = "XML:com.adobe.xmp"

  private(set) var blocks = MetadataBlocks()
  /// EXIF in a text chunk; fallback for eXIf.
  private var rawExif: ArraySlice<UInt8>?

  init(_ view: ByteView) {
    var chunks = PNGChunk.Iterator(view)
    for _ in 0..<Self.mostChunks {
      guard let chunk = chunks.next() else { break }
      take(chunk.type, chunk.content)
    }
    if let rawExif { blocks.take(ExifReader(ByteView(rawExif))) }
  }

  private mutating func take(_ name: String, _ content: ByteView) {
    switch name {
    case "IHDR":
      guard let width = content.number(at: 0, 4), let height = content.number(at: 4, 4) else {
        return
      }
      blocks.size = PhotoMetadata.size(width: width, height: height)
    case "eXIf": blocks.take(ExifReader(content))
    case "sRGB": blocks.profile = "sRGB"
    case "cICP":
      guard let primaries = content.number(at: 0, 1), let transfer = content.number(at: 1, 1) else {
        return
      }
      blocks.profile = ProfileName.name(primaries: primaries, transfer: transfer)
    case "iCCP": takeProfile(content)
    case "tEXt", "zTXt", "iTXt": takeText(name, content)
    default: break
    }
  }

  private mutating func takeProfile(_ content: ByteView) {
    guard blocks.profile == nil, let bytes = content.all(atMost: ExifReader.blockLimit),
      let end = bytes.firstIndex(of: 0)
    else { return }
    let profile = Inflation.inflated(bytes[end...].dropFirst(2), limit: ExifReader.blockLimit)
    blocks.profile =
      profile.flatMap { ProfileName.name(in: $0[...]) }
      ?? PhotoMetadata.text(ForeignBytes.text(bytes[..<end]))
  }

  private mutating func takeText(_ name: String, _ content: ByteView) {
    guard let bytes = content.all(atMost: ExifReader.blockLimit),
      let text = PNGText(type: name, data: bytes)
    else { return }
    if text.isRawProfile { return take(text.rawProfile(atMost: ExifReader.blockLimit)) }
    guard [Self.packet, "Title", "Description", "Software", "Creation Time"].contains(text.key),
      let value = text.value(atMost: ExifReader.blockLimit)
    else { return }
    switch text.key {
    case "Title": blocks.words.title = PhotoMetadata.text(ForeignBytes.text(value))
    case "Description": blocks.words.caption = PhotoMetadata.text(ForeignBytes.text(value))
    case "Software": blocks.words.software = PhotoMetadata.text(ForeignBytes.text(value))
    case "Creation Time": blocks.words.captureDate = CaptureDate(text: ForeignBytes.text(value))
    default: blocks.xmp = blocks.xmp ?? value
    }
  }

  private mutating func take(_ profile: PNGText.RawProfile?) {
    switch profile {
    case .exif(let block): rawExif = rawExif ?? block
    case .iptc(let block): if blocks.photoshop.isEmpty { blocks.photoshop = block }
    case .xmp(let block): blocks.xmp = blocks.xmp ?? block
    case nil: break
    }
  }
}
