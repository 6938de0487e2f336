import DecoderProtocol
import Imaging

/// The JPEG header up to the first scan (ITU-T T.81, annex B.2).
struct JPEGHeader {
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var precision = 8
  /// Whether there are several scans, so that all coefficients must be kept in memory.
  private(set) var hasManyScans = false
  /// Whether there is an Adobe segment (APP14), which means inverted CMYK.
  private(set) var isAdobe = false
  var colors: PictureColors { profile.colors }
  var isGray: Bool { componentCount == 1 }
  private(set) var exif = ExifBlock()
  private(set) var scanStart = 0

  /// Size of the first MCU in pixels (ITU-T T.81, section A.2); nil if its layout is not supported.
  var unit: PixelSize? {
    guard frame == 0xC0 || frame == 0xC1, !hasManyScans, sampling.area > 0 else { return nil }
    switch componentCount {
    case 1: return PixelSize(width: 8, height: 8)
    case 3: return PixelSize(width: sampling.width * 8, height: sampling.height * 8)
    default: return nil
    }
  }

  private var sampling = PixelSize(width: 0, height: 0)
  private var frame: UInt8 = 0
  private var componentCount = 0
  private var hasExif = false
  private var profile = ProfilePieces()

  /// Reads the segments up to the first scan; nil if the data ends before it.
  ///
  /// An EXIF block counts only if it ends within `PictureDecoder.startByteCount`. Throws `.damaged`
  /// if there is no scan, or a scan without a frame.
  init?(_ bytes: [UInt8]) throws(PictureError) {
    for segment in JPEGSegments(ByteView(bytes), skipsGarbage: true) {
      switch segment.code {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.code):
        try readFrame(segment.code, bytes[segment.payload])
      case 0xE1: readExif(bytes[segment.payload])
      case 0xE2: profile.take(bytes[segment.payload])
      case 0xEE: isAdobe = isAdobe || bytes[segment.payload].starts(with: Array("Adobe".utf8))
      case JPEGSegments.startOfScan:
        guard frame != 0 else { throw .damaged }
        hasManyScans = isProgressive || Int(bytes[segment.payload].first ?? 0) < componentCount
        scanStart = segment.payload.upperBound
        return
      case JPEGSegments.endOfImage: throw .damaged
      default: break
      }
    }
    return nil
  }

  private var isProgressive: Bool { frame == 0xC2 || frame == 0xCA }

  private mutating func readFrame(
    _ code: UInt8, _ payload: ArraySlice<UInt8>
  ) throws(PictureError) {
    guard payload.count >= 6, frame == 0 else { throw .damaged }
    let fields = Array(payload.prefix(6)).map(Int.init)
    frame = code
    precision = fields[0]
    size = PixelSize(width: fields[3] << 8 | fields[4], height: fields[1] << 8 | fields[2])
    componentCount = fields[5]
    let factors = stride(from: 7, to: 6 + 3 * componentCount, by: 3)
      .compactMap { payload.dropFirst($0).first }
    sampling = PixelSize(
      width: Int(factors.map { $0 >> 4 }.max() ?? 0),
      height: Int(factors.map { $0 & 15 }.max() ?? 0))
  }

  private mutating func readExif(_ payload: ArraySlice<UInt8>) {
    guard !hasExif, payload.endIndex <= PictureDecoder.startByteCount,
      payload.starts(with: Array("Exif\0\0".utf8))
    else { return }
    hasExif = true
    exif = ExifBlock(payload)
  }

  /// Throws for images that TurboJPEG cannot decode or that are too large.
  func checkReadable() throws(PictureError) {
    if precision != 8 { throw .unsupported("\(precision)-bit JPEG") }
    switch frame {
    case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
    case 0xC3, 0xC7, 0xCB, 0xCF: throw .unsupported("lossless JPEG")
    default: throw .unsupported("hierarchical JPEG")
    }
    try PictureLimit.check(
      size, pixels: hasManyScans ? PictureLimit.manyScans : PictureLimit.oneScan)
  }
}

/// Assembles an ICC profile from APP2 segments (ISO 15076-1, B.4).
struct ProfilePieces {
  private static let signature = Array("ICC_PROFILE\0".utf8)
  private static let headLength = signature.count + 2

  private var pieces: [Int: ArraySlice<UInt8>] = [:]
  private var count = 0

  /// Adds a segment if it is a profile chunk; the first chunk of each number wins.
  mutating func take(_ payload: ArraySlice<UInt8>) {
    guard payload.starts(with: Self.signature), payload.count > Self.headLength else { return }
    let numbers = payload.dropFirst(Self.signature.count).prefix(2).map(Int.init)
    if count == 0 { count = numbers[1] }
    guard numbers[1] == count, numbers[0] > 0, numbers[0] <= count, pieces[numbers[0]] == nil
    else { return }
    pieces[numbers[0]] = payload.dropFirst(Self.headLength)
  }

  var colors: PictureColors {
    guard count > 0, pieces.count == count else { return .standard }
    return .profile((1...count).flatMap { pieces[$0] ?? [] })
  }
}
