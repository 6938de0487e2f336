internal import COpenEXR
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// An OpenEXR file; libvips would open it by path, which the sandbox denies.
@safe
struct EXRFile: ~Copyable {
  private let file: OpaquePointer

  /// Keeps a pointer to the bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(PictureError) {
    guard let file = unsafe coe_open(bytes.baseAddress, bytes.count) else { throw .outOfMemory }
    unsafe self.file = unsafe file
  }

  deinit { unsafe coe_close(file) }

  /// Selects the first part that can be displayed; throws the error of the first part.
  borrowing func header() throws(PictureError) -> EXRHeader {
    var count: Int32 = 0
    try PictureError.check(unsafe coe_read_headers(file, &count))
    var reason: PictureError?
    for number in 0..<count {
      do throws(PictureError) {
        var part = OpenEXRPart()
        try PictureError.check(unsafe coe_select(file, number, &part))
        return try EXRHeader(part)
      } catch {
        reason = reason ?? error
      }
    }
    throw reason ?? .damaged
  }

  /// Decodes a chunk to RGBA floats; on error its pixels are undefined.
  ///
  /// `light` must have room for a row of chunks, as wide as the data.
  borrowing func read(
    _ column: Int, _ row: Int, into light: inout [Float]
  ) throws(PictureError) {
    try PictureError.check(unsafe coe_read_chunk(file, Int32(column), Int32(row), &light))
  }
}

extension PictureError {
  fileprivate static func check(_ status: OpenEXRStatus) throws(PictureError) {
    switch status {
    case OpenEXRDone: break
    case OpenEXRTruncated: throw .truncated
    case OpenEXROutOfMemory: throw .outOfMemory
    case OpenEXRDeep: throw .unsupported("OpenEXR of deep data")
    case OpenEXRWithoutColors: throw .unsupported("OpenEXR without colors")
    case OpenEXRSubsampled: throw .unsupported("OpenEXR of subsampled colors")
    default: throw .damaged
    }
  }
}

struct EXRHeader {
  /// In OpenEXR's coordinates, whose origin is arbitrary.
  let display, data: PixelRect
  /// The size of a tile, or of the lines that are stored together.
  let chunk: PixelSize
  /// What the components of a pixel are in sRGB primaries.
  let red, green, blue: SIMD3<Float>

  /// Memory limit in bytes for a row of chunks as floats, and for an uncompressed chunk.
  private static let mostChunkMemory = 1 << 28

  fileprivate init(_ part: OpenEXRPart) throws(PictureError) {
    (display, data) = (PixelRect(part.display), PixelRect(part.data))
    (red, green, blue) = (part.red, part.green, part.blue)
    chunk = PixelSize(width: Int(part.chunk_width), height: Int(part.chunk_height))
    try PictureLimit.checkRows(display.size)
    try PictureLimit.checkRows(data.size)
    guard chunk.height > 0,
      chunk.height <= Self.mostChunkMemory / (chunk.width * part.bytes_per_pixel),
      data.size.width * min(chunk.height, data.size.height) * 16 <= Self.mostChunkMemory
    else { throw .unsupported("OpenEXR of such large tiles") }
  }
}

extension PixelRect {
  fileprivate init(_ window: OpenEXRWindow) {
    self.init(
      columns: Int(window.left)..<Int(window.right) + 1,
      rows: Int(window.top)..<Int(window.bottom) + 1)
  }
}

extension VipsDecoder {
  /// Decodes the display window, transparent outside the data; the file may be truncated.
  func decodeEXR(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureError) in
      let file = try unsafe EXRFile(bytes)
      let header = try file.header()
      try announce(header.display.size)
      guard thumbnail != .only else { throw .noThumbnail }
      return try picture(of: file, header)
    }
  }

  private func picture(
    of file: borrowing EXRFile, _ header: EXRHeader
  ) throws(PictureError) -> DecodedPicture {
    let (display, size) = (header.display, header.display.size)
    let cut = rule.cut(of: size, decodesWhole: false)
    let left = display.x
    var light = EXRLight(
      header, columns: left + cut.area.columns.lowerBound..<left + cut.area.columns.upperBound)
    var rows = AveragedRows(size, cut, hasAlpha: true)
    rows.skip(cut.area.rows.lowerBound)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for y in cut.area.rows {
      try light.read(display.y + y, of: file, into: &row)
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    if let failure = light.failure, !light.hasPixels, cut.region == nil { throw failure }
    let isComplete = light.failure == nil
    return DecodedPicture(
      bitmap: rows.finish(isComplete: isComplete),
      info: PictureInfo(size: size, isComplete: isComplete), region: cut.region)
  }
}

/// The pixels of an OpenEXR file, one row of chunks at a time.
struct EXRLight {
  private(set) var failure: PictureError?
  private(set) var hasPixels = false

  private let header: EXRHeader
  private let columns: Range<Int>
  /// RGBA floats in rows of the width of the data window.
  private var light: [Float]
  private var current: Int?

  private static let brightest: Float = 1e9

  init(_ header: EXRHeader, columns: Range<Int>) {
    self.header = header
    self.columns = columns.clamped(to: header.data.columns)
    let height = min(header.chunk.height, header.data.size.height)
    light = Array(repeating: 0, count: header.data.size.width * height * 4)
  }

  /// Converts a line to sRGB, not premultiplied, transparent outside the data.
  ///
  /// `line` is in OpenEXR's coordinates; `row` has the width of the display window.
  mutating func read(
    _ line: Int, of file: borrowing EXRFile, into row: inout [UInt8]
  ) throws(PictureError) {
    for index in row.indices { row[index] = 0 }
    guard header.data.rows.contains(line), !columns.isEmpty else { return }
    let (band, inner) = (line - header.data.y)
      .quotientAndRemainder(dividingBy: header.chunk.height)
    if band != current { try decode(band, of: file) }
    let width = header.data.size.width
    for x in columns {
      let start = (inner * width + x - header.data.x) * 4
      let pixel = SIMD4(light[start], light[start + 1], light[start + 2], light[start + 3])
      let samples = samples(of: pixel)
      let place = (x - header.display.x) * 4
      for channel in 0..<4 { row[place + channel] = samples[channel] }
    }
  }

  private func samples(of pixel: SIMD4<Float>) -> SIMD4<UInt8> {
    guard pixel.w > 0 else { return .zero }
    let alpha = min(1, pixel.w)
    var color = SIMD3(pixel.x, pixel.y, pixel.z) / alpha
    color.replace(with: 0, where: color .!= color)
    color.clamp(
      lowerBound: SIMD3(repeating: -Self.brightest), upperBound: SIMD3(repeating: Self.brightest))
    // Colors outside the gamut get negative components.
    color = header.red * color.x + header.green * color.y + header.blue * color.z
    return SIMD4(HDRColors.screen(ofLight: color), UInt8(alpha * 255 + 0.5))
  }

  /// Decodes a row of chunks; failed ones become transparent.
  private mutating func decode(_ band: Int, of file: borrowing EXRFile) throws(PictureError) {
    current = band
    let (left, width) = (header.data.x, header.data.size.width)
    let first = (columns.lowerBound - left) / header.chunk.width
    let last = (columns.upperBound - 1 - left) / header.chunk.width
    for number in first...last {
      do throws(PictureError) {
        try file.read(number, band, into: &light)
        hasPixels = true
      } catch {
        guard error != .outOfMemory else { throw error }
        failure = failure ?? error
        let start = number * header.chunk.width
        for x in start..<min(start + header.chunk.width, width) {
          for alpha in stride(from: x * 4 + 3, to: light.count, by: width * 4) { light[alpha] = 0 }
        }
      }
    }
  }
}
