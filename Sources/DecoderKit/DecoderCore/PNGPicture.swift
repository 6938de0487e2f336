import CSpng
import DecoderProtocol
import Imaging

struct PNGPicture {
  private let chunks: PNGChunks

  init(_ bytes: [UInt8]) throws(PictureError) {
    chunks = try PNGChunks(of: bytes)
  }

  var size: PixelSize { chunks.header.size }

  var colors: PictureColors { chunks.colors.colors }

  /// Colors are not converted; missing rows stay transparent.
  func plain(_ cut: CropScale? = nil) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let cut = cut ?? CropScale(allOf: size, target: size)
    if chunks.header.isInterlaced {
      var rows = InterlacedRows(size, hasAlpha: chunks.hasAlpha)
      let isComplete = try PNGReader.read(chunks, into: &rows)
      let whole = rows.finish(isComplete: isComplete)
      return (whole.cropped(to: cut.area).scaled(to: cut.target), isComplete)
    }
    var rows = AveragedRows(size, cut, hasAlpha: chunks.hasAlpha)
    let isComplete = try PNGReader.read(chunks, into: &rows)
    return (rows.finish(isComplete: isComplete), isComplete)
  }

  func cut(by rule: CropRule) -> CropScale { rule.cut(of: size, turnedBy: orientation) }

  func touched(by cut: CropScale) -> PixelSize {
    chunks.header.isInterlaced
      ? size : PixelSize(width: size.width, height: cut.area.rows.upperBound)
  }

  /// Throws `.damaged` if not one row could be decoded.
  func decode(_ cut: CropScale) throws(PictureError) -> DecodedPicture {
    let (plain, isComplete) = try plain(cut)
    let bitmap = plain.inStandardColors(colors, isGray: chunks.header.isGray)
    var info = (chunks.exif ?? ExifBlock()).info(of: size, isComplete: isComplete)
    info.isMoving = chunks.isMoving
    return DecodedPicture(bitmap: bitmap.turned(by: orientation), info: info, region: cut.region)
  }

  var orientation: Orientation { chunks.exif?.orientation ?? .topLeft }
}

/// The chunk IHDR of a PNG (W3C PNG, section 11.2.1).
struct PNGHeader {
  let size: PixelSize
  let hasAlphaChannel: Bool
  let isGray: Bool
  /// Whether the rows are stored in the seven passes of Adam7.
  let isInterlaced: Bool

  /// The signature, length, type and data of IHDR, in bytes.
  static let length = 29

  init?(_ file: [UInt8]) {
    let view = ByteView(file)
    guard file.count >= Self.length, view.number(at: 8, 4) == 13, view.has("IHDR", at: 12),
      let width = view.number(at: 16, 4), let height = view.number(at: 20, 4)
    else { return nil }
    size = PixelSize(width: width, height: height)
    hasAlphaChannel = file[25] & 4 != 0
    isGray = file[25] & 2 == 0
    isInterlaced = file[28] != 0
  }
}

/// The color chunks of a PNG before its pixels (W3C PNG, third edition, section 11.3.2).
struct PNGColors {
  private var codes: CICP?
  private var packedProfile: ArraySlice<UInt8>?
  private var isStandard = false
  private var chromaticities: [Int]?
  private var gamma: Int?

  /// The first chunk of each kind wins.
  mutating func take(_ type: String, _ data: ArraySlice<UInt8>) {
    switch type {
    case "cICP" where data.count == 4: codes = codes ?? Self.codes(Array(data))
    case "iCCP": packedProfile = packedProfile ?? data
    case "sRGB": isStandard = true
    case "cHRM" where data.count == 32:
      var numbers = ByteCursor(data)
      chromaticities = chromaticities ?? (0..<8).compactMap { _ in numbers.big(4) }
    case "gAMA" where data.count == 4: gamma = gamma ?? data.bigEndian
    default: break
    }
  }

  /// Precedence: cICP, iCCP, sRGB, then gAMA and cHRM.
  var colors: PictureColors {
    if let codes { return codes.colors }
    if let profile = packedProfile.flatMap(Self.unpacked) { return .profile(profile) }
    guard !isStandard, let calibration = Calibration(chromaticities: chromaticities, gamma: gamma)
    else { return .standard }
    return .calibrated(calibration)
  }

  /// Reads full-range RGB codes; code 2 means unspecified (ITU-T H.273).
  private static func codes(_ data: [UInt8]) -> CICP? {
    guard data[2] == 0, data[3] == 1, data[0] != 2, data[1] != 2 else { return nil }
    return CICP(primaries: Int(data[0]), transfer: Int(data[1]))
  }

  private static func unpacked(_ data: ArraySlice<UInt8>) -> [UInt8]? {
    guard let nameEnd = data.prefix(80).firstIndex(of: 0), nameEnd + 2 < data.endIndex else {
      return nil
    }
    return Inflation.inflated(data[(nameEnd + 2)...], limit: PictureColors.profileByteLimit)
  }
}

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
  private var exifChunk, rawExif: ExifBlock?
  private var rawProfileCount = 0
  private(set) var isMoving = false
  private var hasPixels = false
  private(set) var bytes: [UInt8]
  /// Whether the file ends inside its last chunk.
  private(set) var isCutShort = false

  /// Number and decompressed size in bytes of the texts that are read: EXIF in hexadecimal.
  private static let (mostRawProfiles, rawProfileLimit) = (8, 160 << 10)
  static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Collects the chunks of a file; throws before allocating memory.
  ///
  /// Throws `.truncated` if the file ends in its header, `.damaged` for an invalid one, or
  /// `.tooManyPixels`.
  init(of file: [UInt8]) throws(PictureError) {
    guard let header = PNGHeader(file) else {
      throw file.count < PNGHeader.length ? .truncated : .damaged
    }
    let size = header.size
    try PictureLimit.check(size, pixels: PictureLimit.png)
    guard max(size.width, size.height) <= PictureLimit.side else { throw .tooManyPixels(size) }
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
      bytes += Self.pixels(chunk.data)
    }
  }

  /// Reads chunks that libspng does not get; eXIf may also follow the pixels.
  private mutating func takeNote(_ type: String, _ data: ArraySlice<UInt8>) {
    if !hasPixels { colors.take(type, data) }
    if type == "acTL", !hasPixels, data.count == 8 {
      isMoving = (data.prefix(4).bigEndian ?? 0) > 1
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

  /// An IDAT chunk without a checksum, which is not verified.
  static func pixels(_ data: some Collection<UInt8>) -> [UInt8] {
    data.count.bigEndianBytes(4) + Array("IDAT".utf8) + data + [0, 0, 0, 0]
  }
}

enum PNGReader {
  /// Returns whether all needed rows were there; throws `.damaged` or `.truncated` without any.
  static func read(
    _ chunks: PNGChunks, into rows: inout some RowTaking
  ) throws(PictureError) -> Bool {
    guard let context = unsafe spng_ctx_new(0) else { throw .outOfMemory }
    defer { unsafe spng_ctx_free(context) }
    // libspng keeps a pointer to the bytes.
    do throws(PictureError) {
      return try unsafe chunks.bytes.span.withUnsafeBytes { file throws(PictureError) in
        try unsafe start(context, file)
        return try unsafe readRows(context, chunks, into: &rows)
      }
    } catch {
      throw error == .damaged && chunks.isCutShort ? .truncated : error
    }
  }

  private static func start(
    _ context: OpaquePointer, _ file: UnsafeRawBufferPointer
  ) throws(PictureError) {
    let side = UInt32(PictureLimit.side)
    // A wrong checksum may mean a single wrong pixel: show as much as possible.
    let crc = Int32(SPNG_CRC_USE.rawValue)
    let flags = Int32(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)
    try check(unsafe spng_set_image_limits(context, side, side))
    // No chunk except IDAT is larger than a palette.
    try check(unsafe spng_set_chunk_limits(context, 1 << 20, 1 << 20))
    try check(unsafe spng_set_crc_action(context, crc, crc))
    try check(unsafe spng_set_png_buffer(context, file.baseAddress, file.count))
    try check(unsafe spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags))
  }

  private static func readRows(
    _ context: OpaquePointer, _ chunks: PNGChunks, into rows: inout some RowTaking
  ) throws(PictureError) -> Bool {
    var status = Int32(SPNG_OK.rawValue)
    var count = 0
    while status == SPNG_OK.rawValue, !rows.isFull {
      var info = spng_row_info()
      // libspng reports the end here if the last passes of a small interlaced image are empty.
      status = unsafe spng_get_row_info(context, &info)
      guard status == SPNG_OK.rawValue else { break }
      let isNew = rows.takeRow(Int(info.row_num), pass: Int(info.pass)) { buffer, range in
        status = unsafe buffer.withUnsafeMutableBytes {
          let row = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[range])
          return unsafe spng_decode_row(context, row.baseAddress, row.count)
        }
        return status == SPNG_OK.rawValue || status == SPNG_EOI.rawValue
      }
      if isNew { count += 1 }
    }
    if status == SPNG_EMEM.rawValue { throw .outOfMemory }
    guard count > 0 else { throw .damaged }
    return status == SPNG_EOI.rawValue || status == SPNG_OK.rawValue && !chunks.isCutShort
  }

  private static func check(_ status: Int32) throws(PictureError) {
    guard status != SPNG_OK.rawValue else { return }
    throw status == SPNG_EMEM.rawValue ? .outOfMemory : .damaged
  }
}
