import DecoderMessages
import Imaging

/// The chunks of a PNG that its pixels need (W3C PNG, section 11), as a new file.
///
/// Texts and the like are left out, so that bombs and floods of them cost nothing; but for EXIF in the first few.
/// A last chunk of pixels that is cut short gets the length that is there, because libspng decodes
/// no part of a chunk it cannot read whole.
struct PNGChunks {
  /// What the chunk IHDR says.
  let header: PNGHeader
  /// Whether pixels may be transparent.
  private(set) var hasAlpha: Bool
  /// What the chunks before the pixels say of the colours.
  private(set) var colors = PNGColors()
  /// What the first chunk eXIf says, or else a text that programs wrote before there was one; nil where there is neither.
  var exif: ExifBlock? { exifChunk ?? rawExif }
  private var exifChunk: ExifBlock?
  private var rawExif: ExifBlock?
  private var rawProfileCount = 0
  /// Whether there are several frames, by the chunk acTL.
  private(set) var isMoving = false
  private var hasPixels = false
  /// The new file.
  private(set) var bytes: [UInt8]
  /// Whether the file ends before its last chunk does.
  private(set) var isCutShort = false

  private static let signatureLength = 8
  /// How many texts with blocks are read, and how long each is at most when it is unpacked, in bytes: EXIF of the most
  /// that a JPEG has room for, in hexadecimal digits.
  private static let (mostRawProfiles, rawProfileLimit) = (8, 160 << 10)
  /// Length and type in front of the data, and the checksum after it, in bytes.
  private static let frontLength = 8
  private static let checksumLength = 4
  private static let end = [UInt8]([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])

  /// Collects the chunks of a file.
  /// - Throws: `PictureError.truncated` where the file ends within its header, `.damaged` where it has
  ///   another, `.tooManyPixels`; before any memory is taken.
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

  /// Copies one chunk where it is needed; returns where the next begins, nil after the last.
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

  /// Keeps what a chunk says that libspng is not given; eXIf may stand behind the pixels as well.
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

  /// Appends a chunk of pixels without a checksum, which is not looked at.
  private mutating func appendPixels(_ data: ArraySlice<UInt8>) {
    for shift in [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: data.count >> shift))
    }
    bytes += Array("IDAT".utf8)
    bytes += data
    bytes += [0, 0, 0, 0]
  }
}
