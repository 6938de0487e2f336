import DecoderProtocol

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

  private static let signatureLength = 8
  /// Number and decompressed size in bytes of the texts that are read: EXIF in hexadecimal.
  private static let (mostRawProfiles, rawProfileLimit) = (8, 160 << 10)
  private static let frontLength = 8
  private static let checksumLength = 4
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
    bytes = Array(file[..<Self.signatureLength])
    bytes.reserveCapacity(file.count + Self.end.count)
    var position = Self.signatureLength
    while let end = copyChunk(of: file, at: position) {
      position = end
    }
    bytes += Self.end
  }

  private mutating func copyChunk(of file: [UInt8], at position: Int) -> Int? {
    let start = position + Self.frontLength
    guard start <= file.count else {
      isCutShort = true
      return nil
    }
    let length = file.bigEndian(at: position)
    let type = String(decoding: file[position + 4..<start], as: UTF8.self)
    let end = start + length + Self.checksumLength
    guard type != "IEND", length < 1 << 31 else { return nil }
    isCutShort = end > file.count
    guard ["IHDR", "PLTE", "tRNS", "IDAT"].contains(type) else {
      guard end <= file.count else { return nil }
      takeNote(type, file[start..<start + length])
      return end
    }
    if type == "IDAT" { hasPixels = true }
    if type == "tRNS" { hasAlpha = true }
    if end <= file.count {
      bytes += file[position..<end]
      return end
    }
    if type == "IDAT" { appendPixels(file[start...].prefix(length)) }
    return nil
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
