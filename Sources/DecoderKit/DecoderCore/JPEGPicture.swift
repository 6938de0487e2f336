import CJPEGPart
import CTurboJPEG
import DecoderProtocol
package import Imaging

struct JPEGPicture {
  let bytes: [UInt8]
  let header: JPEGHeader

  init?(_ bytes: [UInt8]) throws(PictureError) {
    guard let header = try JPEGHeader(bytes) else { return nil }
    try header.checkReadable()
    (self.bytes, self.header) = (bytes, header)
  }

  struct Pixels {
    let bitmap: Bitmap
    let isCMYK, isComplete: Bool
  }

  /// Decodes a file, with this as its header, to exactly the target size, in stored orientation.
  func decode(
    _ file: UnsafeBufferPointer<UInt8>, _ cut: CropScale
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let pixels = try unsafe pixels(of: file, for: cut)
    return (bitmap(of: pixels, cut.target), pixels.isComplete)
  }

  /// Decodes as little as possible: at least the target size of an image, exactly that of a region.
  ///
  /// If there are several scans, `file` must be the bytes of the header.
  func pixels(
    of file: UnsafeBufferPointer<UInt8>, for cut: CropScale
  ) throws(PictureError) -> Pixels {
    let limit = JPEGScanLimit.byteCount(of: bytes, header)
    let file = unsafe UnsafeBufferPointer(rebasing: file.prefix(limit ?? file.count))
    let frame = try unsafe JPEGDecompressor().frame(of: file)
    guard frame.size == header.size else { throw .damaged }
    let part = cut.region.map { _ in JPEGPart(cut) }
    let scaled =
      part?.scaledSize(of: frame.size)
      ?? JPEGDecompressor.scaledSize(for: frame.size, covering: cut.target)
    try PictureLimit.check(scaled, pixels: PictureLimit.byteCount / 4)
    let (bitmap, isComplete) = try unsafe JPEGDecompressor.decode(file, frame: frame, size: scaled)
    return Pixels(
      bitmap: part?.bitmap(of: bitmap) ?? bitmap, isCMYK: frame.isCMYK,
      isComplete: isComplete && limit == nil)
  }

  /// Decodes only a region of `file`; nil if not possible, or its data is damaged or missing.
  func decodePart(
    of file: UnsafeBufferPointer<UInt8>, _ cut: CropScale
  ) throws(PictureError) -> Bitmap? {
    guard let pixels = try unsafe JPEGPart(cut).pixels(of: file, header.size) else { return nil }
    return bitmap(of: Pixels(bitmap: pixels, isCMYK: false, isComplete: true), cut.target)
  }

  /// Scales and converts to sRGB; `fallback` is the color space if the image declares none.
  func bitmap(of pixels: Pixels, _ size: PixelSize, fallback: PictureColors = .standard) -> Bitmap {
    let bitmap = pixels.bitmap.scaled(to: size)
    let colors = header.colors == .standard ? fallback : header.colors
    return pixels.isCMYK
      ? bitmap.fromCMYK(isInverted: header.isAdobe, colors)
      : bitmap.inStandardColors(colors, isGray: header.isGray)
  }
}

/// Limits the number of scans to decode.
///
/// Each scan processes all coefficients, however few bytes it has: a small file with thousands of
/// scans would use a processor for minutes. Encoders write about ten. Later scans only refine the
/// image, so that skipping them reduces detail slightly.
enum JPEGScanLimit {
  /// Pixels in all scans together: two to three seconds with the densest data.
  static let pixels = 600_000_000
  /// Scans that are always decoded, and the maximum at any size.
  static let counts = 12...100

  /// How many bytes to decode up to the first scan over the limit; nil for all.
  static func byteCount(of bytes: [UInt8], _ header: JPEGHeader) -> Int? {
    guard header.hasManyScans else { return nil }
    let wanted = pixels / max(1, header.size.area)
    let limit = min(max(wanted, counts.lowerBound), counts.upperBound)
    var markers = JPEGSegments(ByteView(bytes), from: header.scanStart, skipsGarbage: true)
    var count = 1
    var end = markers.position
    while let segment = markers.next(), segment.code != JPEGSegments.endOfImage {
      if segment.code == JPEGSegments.startOfScan {
        count += 1
        if count > limit { return end }
      }
      end = markers.position
    }
    return nil
  }
}

/// A TurboJPEG decompressor for one image; must stay on one thread.
@safe
struct JPEGDecompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(PictureError) {
    guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe tjDestroy(handle)
  }

  struct Frame {
    let size: PixelSize
    let isCMYK: Bool
  }

  /// Reads the header as TurboJPEG interprets it; the decompressor can be used after an error.
  borrowing func frame(of file: UnsafeBufferPointer<UInt8>) throws(PictureError) -> Frame {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = -1
    var colorspace: Int32 = -1
    // An unusual subsampling is reported as an error although it can be decoded.
    _ = unsafe tjDecompressHeader3(
      handle, file.baseAddress, UInt(file.count), &width, &height, &subsampling, &colorspace)
    guard width > 0, height > 0, colorspace >= 0 else { throw .damaged }
    let cmyk = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)]
    return Frame(
      size: PixelSize(width: Int(width), height: Int(height)), isCMYK: cmyk.contains(colorspace))
  }

  /// Decodes to RGBA with alpha 255, or to CMYK; complete if all rows and scans have data.
  ///
  /// `size` must be a result of `scaledSize(for:covering:)`.
  static func decode(
    _ file: UnsafeBufferPointer<UInt8>, frame: Frame, size: PixelSize
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let length = size.area * 4
    let eighths = quickEighths.first { scaled(frame.size, to: $0) == size } ?? 8
    var whole = cjp_whole(
      width: UInt32(size.width), height: UInt32(size.height), eighths: UInt32(eighths),
      is_cmyk: frame.isCMYK ? 1 : 0)
    var outcome = CJP_UNSUITED
    var isComplete: Int32 = 0
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      outcome = unsafe cjp_decode_all(
        file.baseAddress, file.count, &whole, target.baseAddress, &isComplete)
      count = outcome == CJP_DECODED ? length : 0
    }
    switch outcome {
    case CJP_DECODED: return (Bitmap(size: size, bytes: pixels), isComplete != 0)
    case CJP_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .damaged
    }
  }

  /// The scale factors in eighths that are faster than the next larger one.
  ///
  /// libjpeg-turbo has no SIMD code for the others: 3/8 takes longer than 1/2.
  static let quickEighths = [1, 2, 4, 5, 8]

  /// The smallest fast size that covers `wanted`, in pixels.
  static func scaledSize(for size: PixelSize, covering wanted: PixelSize) -> PixelSize {
    quickSizes(of: size).filter { $0.covers(wanted) }.min { $0.area < $1.area } ?? size
  }

  /// Returns `desired`, or a fast size that is at most 1/16 smaller and covers `needed`.
  ///
  /// Cameras make images of 4000 pixels, and 1/8 of that is just below 512: the next fast scale
  /// would take a fifth longer for the last twelve pixels.
  static func economicalSize(
    for size: PixelSize, covering needed: PixelSize, near desired: PixelSize
  ) -> PixelSize {
    let tolerated = PixelSize(width: desired.width * 15 / 16, height: desired.height * 15 / 16)
    return quickSizes(of: size).first {
      $0.covers(needed) && $0.covers(tolerated) && desired.covers($0)
    } ?? desired
  }

  private static func quickSizes(of size: PixelSize) -> [PixelSize] {
    quickEighths.map { scaled(size, to: $0) }
  }

  /// Scales a size, rounding up as libjpeg does.
  static func scaled(_ size: PixelSize, to eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}

/// A region of a JPEG, decoded at one of libjpeg's scale factors; may end inside scaled pixels.
struct JPEGPart {
  private let target: PixelSize
  private let eighths: Int
  private let columns, rows: Range<Double>

  init(_ cut: CropScale) {
    let wanted = PixelSize(width: cut.target.width * 8, height: cut.target.height * 8)
    let eighths = JPEGDecompressor.quickEighths.first { count in
      cut.area.size.width * count >= wanted.width && cut.area.size.height * count >= wanted.height
    }
    let count = eighths ?? 8
    func scaled(_ side: Range<Int>) -> Range<Double> {
      Double(side.lowerBound * count) / 8..<Double(side.upperBound * count) / 8
    }
    target = cut.target
    self.eighths = count
    columns = scaled(cut.area.columns)
    rows = scaled(cut.area.rows)
  }

  func scaledSize(of size: PixelSize) -> PixelSize { JPEGDecompressor.scaled(size, to: eighths) }

  func bitmap(of whole: Bitmap) -> Bitmap { whole.part(columns, rows, scaledTo: target) }

  /// Decodes only the region, colors not converted; nil if libjpeg cannot or data is missing.
  func pixels(
    of file: UnsafeBufferPointer<UInt8>, _ size: PixelSize
  ) throws(PictureError) -> Bitmap? {
    let outer = PixelRect(covering: columns, rows).clamped(into: scaledSize(of: size))
    try PictureLimit.check(outer.size, pixels: PictureLimit.byteCount / 4)
    var area = cjp_area(
      left: UInt32(outer.x), top: UInt32(outer.y), width: UInt32(outer.size.width),
      height: UInt32(outer.size.height))
    var outcome = CJP_UNSUITED
    let length = outer.size.area * 4
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      outcome = unsafe cjp_decode(
        file.baseAddress, file.count, UInt32(eighths), &area, target.baseAddress)
      count = outcome == CJP_DECODED ? length : 0
    }
    if outcome == CJP_OUT_OF_MEMORY { throw .outOfMemory }
    guard outcome == CJP_DECODED else { return nil }
    let (left, top) = (Double(outer.x), Double(outer.y))
    return Bitmap(size: outer.size, bytes: pixels).part(
      columns.lowerBound - left..<columns.upperBound - left,
      rows.lowerBound - top..<rows.upperBound - top, scaledTo: target)
  }
}

/// A JPEG inside another file, found by its markers (ITU-T T.81, annex B).
package struct EmbeddedJPEG {
  package let start: Int
  package let size: PixelSize
  package let orientation: Orientation

  /// Maximum size of the segments before the first scan: room for a thumbnail and a profile.
  private static let headerReach = 512 * 1024
  private static let mostSignatures = 256

  /// Decodable JPEGs, the largest first, without lossless raw data; false positives are possible.
  ///
  /// Callable from any thread.
  package static func all(in file: [UInt8]) -> [EmbeddedJPEG] {
    var found: [EmbeddedJPEG] = []
    var rest = file[...]
    for _ in 0..<mostSignatures {
      guard let start = rest.firstSignature else { break }
      if let jpeg = EmbeddedJPEG(at: start, in: file) { found.append(jpeg) }
      rest = file[(start + 1)...]
    }
    return found.sorted { $0.size.area > $1.size.area }
  }

  private init?(at start: Int, in file: [UInt8]) {
    let bytes = Array(file[start...].prefix(Self.headerReach))
    guard let header = try? JPEGHeader(bytes), (try? header.checkReadable()) != nil else {
      return nil
    }
    self.start = start
    size = header.size
    orientation = header.exif.orientation
  }
}

extension ArraySlice<UInt8> {
  fileprivate var firstSignature: Int? {
    var rest = self
    while let mark = rest.firstMark {
      if self[mark...].starts(with: [0xFF, 0xD8, 0xFF]) { return mark }
      rest = self[(mark + 1)...]
    }
    return nil
  }
}

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
        let isProgressive = frame == 0xC2 || frame == 0xCA
        hasManyScans = isProgressive || Int(bytes[segment.payload].first ?? 0) < componentCount
        scanStart = segment.payload.upperBound
        return
      case JPEGSegments.endOfImage: throw .damaged
      default: break
      }
    }
    return nil
  }

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
