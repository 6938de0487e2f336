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
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation), info: info,
      region: cut.region)
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
  func bigEndian(at index: Int) -> Int {
    self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
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
    case "cHRM" where data.count == 32: chromaticities = chromaticities ?? Self.numbers(data)
    case "gAMA" where data.count == 4: gamma = gamma ?? Self.numbers(data)[0]
    default: break
    }
  }

  /// Precedence: cICP, iCCP, sRGB, then gAMA and cHRM.
  var colors: PictureColors {
    if let codes { return codes.colors }
    if let profile = packedProfile.flatMap(Self.unpacked) { return .profile(profile) }
    guard !isStandard,
      let calibration = Calibration(chromaticities: chromaticities, gamma: gamma)
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
