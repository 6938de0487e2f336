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

  func plain() throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    if chunks.header.isInterlaced {
      var rows = InterlacedRows(size, hasAlpha: chunks.hasAlpha)
      let isComplete = try PNGReader.read(chunks, into: &rows)
      return (rows.finish(isComplete: isComplete), isComplete)
    }
    var rows = AveragedRows(size, to: size, hasAlpha: chunks.hasAlpha)
    let isComplete = try PNGReader.read(chunks, into: &rows)
    return (rows.finish(isComplete: isComplete), isComplete)
  }

  func cut(by rule: CropRule) -> CropScale { rule.cut(of: size, turnedBy: orientation) }

  func touched(by cut: CropScale) -> PixelSize {
    chunks.header.isInterlaced
      ? size : PixelSize(width: size.width, height: cut.area.rows.upperBound)
  }

  /// Throws `.damaged` if not one row could be decoded; missing rows stay transparent.
  func decode(_ cut: CropScale) throws(PictureError) -> DecodedPicture {
    if chunks.header.isInterlaced {
      var rows = InterlacedRows(size, hasAlpha: chunks.hasAlpha)
      return try read(into: &rows, cut) { $0.cropped(to: cut.area).scaled(to: cut.target) }
    }
    var rows = AveragedRows(size, cut, hasAlpha: chunks.hasAlpha)
    return try read(into: &rows, cut) { $0 }
  }

  var orientation: Orientation { chunks.exif?.orientation ?? .topLeft }

  private func read(
    into rows: inout some RowTaking, _ cut: CropScale, _ trim: (Bitmap) -> Bitmap
  ) throws(PictureError) -> DecodedPicture {
    let isComplete = try PNGReader.read(chunks, into: &rows)
    let bitmap = trim(rows.finish(isComplete: isComplete))
      .inStandardColors(colors, isGray: chunks.header.isGray)
    var info = (chunks.exif ?? ExifBlock()).info(of: chunks.header.size, isComplete: isComplete)
    info.isMoving = chunks.isMoving
    return DecodedPicture(bitmap: bitmap.turned(by: orientation), info: info, region: cut.region)
  }
}

/// The chunk IHDR of a PNG (W3C PNG, section 11.2.1).
struct PNGHeader {
  let size: PixelSize
  let hasAlphaChannel: Bool
  /// Gray, with or without alpha.
  let isGray: Bool
  /// Whether the rows are stored in the seven passes of Adam7.
  let isInterlaced: Bool

  /// The signature, length, type and data of IHDR, in bytes.
  static let length = 29

  init?(_ file: [UInt8]) {
    guard file.count >= Self.length, file.bigEndian(at: 8) == 13,
      file[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    size = PixelSize(width: file.bigEndian(at: 16), height: file.bigEndian(at: 20))
    hasAlphaChannel = file[25] & 4 != 0
    isGray = file[25] & 2 == 0
    isInterlaced = file[28] != 0
  }

  /// Throws `.damaged` for an empty image, or `.tooManyPixels`.
  func checkSize() throws(PictureError) {
    try PictureLimit.check(size, pixels: PictureLimit.png)
    guard max(size.width, size.height) <= PictureLimit.side else { throw .tooManyPixels(size) }
  }
}

extension [UInt8] {
  func bigEndian(at index: Int) -> Int { self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
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
    case "cHRM" where data.count == 32: chromaticities = chromaticities ?? Self.numbers(data)
    case "gAMA" where data.count == 4: gamma = gamma ?? Self.numbers(data)[0]
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

  private static func numbers(_ data: ArraySlice<UInt8>) -> [Int] {
    stride(from: data.startIndex, to: data.endIndex, by: 4).map { start in
      data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
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
  /// Whether acTL declares several frames.
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
