internal import DecoderCore
internal import Imaging
internal import Values

/// The metadata of a PNG (W3C PNG, third edition, section 11.3), also behind its pixels.
struct PNGBlocks {
  private static let signatureLength = 8
  private static let mostChunks = 20_000
  private static let packet = "XML:com.adobe.xmp"
  private static let rawProfile = "Raw profile type "

  private(set) var blocks = MetadataBlocks()

  /// Reads a PNG, as far as it makes sense.
  init(_ view: ByteView) {
    var position = Self.signatureLength
    for _ in 0..<Self.mostChunks {
      guard let length = view.number(at: position, 4), let name = view.bytes(at: position + 4, 4)
      else { return }
      take(String(decoding: name, as: UTF8.self), view.part(from: position + 8, count: length))
      position += 12 + length
    }
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
    guard let bytes = content.all(atMost: ExifReader.blockLimit), let end = bytes.firstIndex(of: 0)
    else { return }
    let key = String(decoding: bytes[..<end], as: UTF8.self)
    let isRaw = key.hasPrefix(Self.rawProfile)
    guard isRaw || key == Self.packet || ["Title", "Description", "Software"].contains(key),
      let text = Self.text(name, bytes[end...].dropFirst())
    else { return }
    if isRaw { return takeRaw(String(key.dropFirst(Self.rawProfile.count)), text) }
    switch key {
    case "Title": blocks.words.title = PhotoMetadata.text(ForeignBytes.text(text))
    case "Description": blocks.words.caption = PhotoMetadata.text(ForeignBytes.text(text))
    case "Software": blocks.words.software = PhotoMetadata.text(ForeignBytes.text(text))
    default: blocks.xmp = blocks.xmp ?? text
    }
  }

  /// Takes a block that ImageMagick has written as a text, before there was a chunk for it: a name, a
  /// length, and hexadecimal digits.
  private mutating func takeRaw(_ kind: String, _ text: ArraySlice<UInt8>) {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let digits = lines.dropFirst(2).joined().compactMap(\.hexValue)
    let block = stride(from: 0, to: digits.count - 1, by: 2).map {
      digits[$0] << 4 | digits[$0 + 1]
    }
    switch kind {
    case "exif", "APP1":
      let view = ByteView(block)
      if view.has("Exif\0\0") { blocks.take(ExifReader(view.part(from: 6))) }
    case "iptc": if blocks.photoshop.isEmpty { blocks.photoshop = block[...] }
    case "xmp": blocks.xmp = blocks.xmp ?? block[...]
    default: break
    }
  }

  /// The text of a chunk behind its keyword: packed in zTXt, and in iTXt where a flag says so, behind a
  /// language and the keyword in that.
  private static func text(_ name: String, _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard name != "tEXt" else { return bytes }
    let isPacked = name == "zTXt" || bytes.first == 1
    var rest = bytes.dropFirst(name == "zTXt" ? 1 : 2)
    if name == "iTXt" {
      for _ in 0..<2 {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        rest = rest[end...].dropFirst()
      }
    }
    guard isPacked else { return rest }
    return Inflation.inflated(rest, limit: ExifReader.blockLimit).map { $0[...] }
  }
}
