import DecoderProtocol
import Imaging

/// The chunks that decoding needs (W3C PNG, section 11), as a new file.
///
/// Texts are left out against decompression bombs, except for EXIF in the first few. A truncated
/// last IDAT gets its actual length, because libspng decodes no part of an incomplete chunk.
struct PNGChunks {
  let header: PNGHeader
  private(set) var hasAlpha: Bool
  private(set) var colors = PNGColors()
  /// The first eXIf chunk, or a text with EXIF that programs wrote before eXIf existed.
  var exif: ExifBlock? { exifChunk ?? rawExif }
  private var exifChunk: ExifBlock?
  private var rawExif: ExifBlock?
  private var rawProfileCount = 0
  /// Whether acTL declares several frames.
  private(set) var isMoving = false
  private var hasPixels = false
  private(set) var bytes: [UInt8]
  /// Whether the file ends inside its last chunk.
  private(set) var isCutShort = false

  /// Number and decompressed size in bytes of the texts that are read: EXIF in hexadecimal.
  private static let (mostRawProfiles, rawProfileLimit) = (8, 160 << 10)
  private static let end = [UInt8]([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])

  /// Collects the chunks of a file; throws before allocating memory.
  ///
  /// Throws `.truncated` if the file ends in its header, `.damaged` for an invalid one, or
  /// `.tooManyPixels`.
  init(of file: [UInt8]) throws(PictureError) {
    guard let header = PNGHeader(file) else {
      throw file.count < PNGHeader.length ? .truncated : .damaged
    }
    try header.checkSize()
    self.header = header
    hasAlpha = header.hasAlphaChannel
    bytes = Array(file[..<PNGFile.signature.count])
    bytes.reserveCapacity(file.count + Self.end.count)
    var chunks = PNGChunk.Iterator(ByteView(file))
    while !isCutShort {
      guard let chunk = chunks.next() else {
        isCutShort = true
        break
      }
      guard chunk.type != "IEND", chunk.length < PNGChunk.lengthLimit else { break }
      isCutShort = !chunk.isWhole
      copy(chunk, of: file)
    }
    bytes += Self.end
  }

  private mutating func copy(_ chunk: PNGChunk, of file: [UInt8]) {
    guard ["IHDR", "PLTE", "tRNS", "IDAT"].contains(chunk.type) else {
      if chunk.isWhole { takeNote(chunk.type, chunk.data) }
      return
    }
    if chunk.type == "IDAT" { hasPixels = true }
    if chunk.type == "tRNS" { hasAlpha = true }
    if chunk.isWhole {
      bytes += file[chunk.range]
    } else if chunk.type == "IDAT" {
      appendPixels(chunk.data)
    }
  }

  /// Reads chunks that libspng does not get; eXIf may also follow the pixels.
  private mutating func takeNote(_ type: String, _ data: ArraySlice<UInt8>) {
    if !hasPixels { colors.take(type, data) }
    if type == "acTL", !hasPixels, data.count == 8 {
      isMoving = data.prefix(4).reduce(0) { $0 << 8 | Int($1) } > 1
    }
    if type == "eXIf", exifChunk == nil { exifChunk = ExifBlock(data) }
    guard rawExif == nil, rawProfileCount < Self.mostRawProfiles,
      data.count <= Self.rawProfileLimit,
      let text = PNGText(type: type, data: data), text.isRawProfile
    else { return }
    rawProfileCount += 1
    if case .exif(let block) = text.rawProfile(atMost: Self.rawProfileLimit) {
      rawExif = ExifBlock(block)
    }
  }

  /// Appends an IDAT chunk without a checksum, which is not verified.
  private mutating func appendPixels(_ data: ArraySlice<UInt8>) {
    for shift in [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: data.count >> shift))
    }
    bytes += Array("IDAT".utf8)
    bytes += data
    bytes += [0, 0, 0, 0]
  }
}
