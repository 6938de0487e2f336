internal import COpenEXR
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// An OpenEXR file; libvips would open it by path, which the sandbox denies.
@safe
struct EXRFile: ~Copyable {
  private let file: OpaquePointer
  private let partCount: Int
  /// Size of the chunk tables and everything after them, in bytes.
  private let lengthBehindHeaders: Int

  /// Keeps a pointer to the bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(PictureError) {
    var file: OpaquePointer?
    var (behind, count) = (0, 0)
    let status = unsafe cexr_open(bytes.baseAddress, bytes.count, &file, &behind, &count)
    guard let file = unsafe file, status == CEXR_DONE else {
      unsafe cexr_close(file)
      throw PictureError(openEXR: status)
    }
    unsafe self.file = unsafe file
    (partCount, lengthBehindHeaders) = (count, behind)
  }

  deinit {
    unsafe cexr_close(file)
  }

  /// Starts to read the first part that can be displayed; throws the error of the first part.
  borrowing func start() throws(PictureError) -> EXRHeader {
    var reason: PictureError?
    for index in 0..<partCount {
      do throws(PictureError) {
        var part = cexr_part()
        try Self.check(unsafe cexr_describe(file, index, &part))
        let header = try EXRHeader(part, lengthBehindHeaders: lengthBehindHeaders)
        try Self.check(unsafe cexr_start(file, index))
        return header
      } catch {
        reason = reason ?? error
      }
    }
    throw reason ?? .damaged
  }

  /// Decodes a chunk to RGBA floats; on error its pixels are undefined.
  ///
  /// The whole chunk must fit in `light` from pixel `start` on, in rows of `width` pixels.
  borrowing func read(
    column: Int, band: Int, into light: inout [Float], at start: Int, width: Int
  ) throws(PictureError) {
    try Self.check(
      unsafe light.withUnsafeMutableBufferPointer { light in
        unsafe cexr_read(
          file, Int32(column), Int32(band), light.baseAddress.map { unsafe $0 + start * 4 }, width)
      })
  }

  private static func check(_ status: cexr_status) throws(PictureError) {
    guard status == CEXR_DONE else { throw PictureError(openEXR: status) }
  }
}

extension PictureError {
  fileprivate init(openEXR status: cexr_status) {
    switch status {
    case CEXR_OUT_OF_MEMORY: self = .outOfMemory
    case CEXR_TRUNCATED: self = .truncated
    case CEXR_DEEP: self = .unsupported("OpenEXR of deep data")
    case CEXR_COLORLESS: self = .unsupported("OpenEXR without colors")
    case CEXR_SUBSAMPLED: self = .unsupported("OpenEXR of subsampled colors")
    default: self = .damaged
    }
  }
}

struct EXRHeader {
  let display, data: EXRWindow
  /// The size of a tile, or of the lines that are compressed together.
  let chunk: PixelSize
  let isGray: Bool
  /// The sRGB color of light in each primary; nil for sRGB primaries.
  let primaries: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)?

  /// Memory limit in bytes for a row of chunks as floats, and for an uncompressed chunk.
  private static let mostChunkMemory = 1 << 28
  private static let longestTileSide = 1 << 20

  fileprivate init(_ part: cexr_part, lengthBehindHeaders: Int) throws(PictureError) {
    display = EXRWindow(part.display)
    data = EXRWindow(part.data)
    try PictureLimit.checkRows(display.size)
    try PictureLimit.checkRows(data.size)
    chunk = PixelSize(
      width: part.is_tiled == 0 ? data.size.width : part.chunk_width, height: part.chunk_height)
    guard chunk.width > 0, chunk.height > 0 else { throw .damaged }
    let rowHeight = min(chunk.height, data.size.height)
    guard max(chunk.width, chunk.height) <= Self.longestTileSide,
      chunk.width * rowHeight * part.pixel_bytes <= Self.mostChunkMemory,
      data.size.width * rowHeight * 16 <= Self.mostChunkMemory
    else { throw .unsupported("OpenEXR of such large tiles") }
    // The chunk table has the size that the header claims.
    let columnCount = (data.size.width + chunk.width - 1) / chunk.width
    let bandCount = (data.size.height + chunk.height - 1) / chunk.height
    guard columnCount * bandCount * 8 <= lengthBehindHeaders else { throw .truncated }
    isGray = part.is_gray != 0
    let rows = part.to_standard
    primaries =
      part.has_primaries == 0
      ? nil
      : (
        SIMD3(rows.0, rows.1, rows.2), SIMD3(rows.3, rows.4, rows.5), SIMD3(rows.6, rows.7, rows.8)
      )
  }
}

/// A rectangle in OpenEXR's coordinates, whose origin is arbitrary.
struct EXRWindow {
  let columns, rows: Range<Int>

  fileprivate init(_ sides: (left: Int32, top: Int32, right: Int32, bottom: Int32)) {
    columns = Int(sides.left)..<max(Int(sides.left), Int(sides.right) + 1)
    rows = Int(sides.top)..<max(Int(sides.top), Int(sides.bottom) + 1)
  }

  var size: PixelSize { PixelSize(width: columns.count, height: rows.count) }
}

extension VipsDecoder {
  /// Decodes the display window, transparent outside the data; the file may be truncated.
  func decodeEXR(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureError) in
      let file = try unsafe EXRFile(bytes)
      let header = try file.start()
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
    let left = display.columns.lowerBound
    var light = EXRLight(
      header, columns: left + cut.area.columns.lowerBound..<left + cut.area.columns.upperBound)
    var rows = AveragedRows(size, cut, hasAlpha: true)
    rows.skip(cut.area.rows.lowerBound)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for y in cut.area.rows {
      try light.read(display.rows.lowerBound + y, of: file, into: &row)
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
    let (band, inner) = (line - header.data.rows.lowerBound)
      .quotientAndRemainder(dividingBy: header.chunk.height)
    if band != current { try decode(band, of: file) }
    let width = header.data.size.width
    for x in columns {
      let start = (inner * width + x - header.data.columns.lowerBound) * 4
      let pixel = SIMD4(light[start], light[start + 1], light[start + 2], light[start + 3])
      let samples = samples(of: pixel)
      let target = (x - header.display.columns.lowerBound) * 4
      for channel in 0..<4 { row[target + channel] = samples[channel] }
    }
  }

  private func samples(of pixel: SIMD4<Float>) -> SIMD4<UInt8> {
    guard pixel.w > 0 else { return .zero }
    let alpha = min(1, pixel.w)
    var color = header.isGray ? SIMD3(repeating: pixel.x) : SIMD3(pixel.x, pixel.y, pixel.z)
    color /= alpha
    color.replace(with: 0, where: color .!= color)
    color.clamp(
      lowerBound: SIMD3(repeating: -Self.brightest), upperBound: SIMD3(repeating: Self.brightest))
    if let primaries = header.primaries, !header.isGray {
      color =
        primaries.red * color.x + primaries.green * color.y + primaries.blue * color.z
    }
    return SIMD4(HDRColors.screen(ofLight: color), UInt8(alpha * 255 + 0.5))
  }

  /// Decodes a row of chunks; failed ones become transparent.
  private mutating func decode(_ band: Int, of file: borrowing EXRFile) throws(PictureError) {
    current = band
    let (data, chunk) = (header.data, header.chunk)
    let first = (columns.lowerBound - data.columns.lowerBound) / chunk.width
    let last = (columns.upperBound - 1 - data.columns.lowerBound) / chunk.width
    for column in first...last {
      let left = column * chunk.width
      do throws(PictureError) {
        try file.read(column: column, band: band, into: &light, at: left, width: data.size.width)
        hasPixels = true
      } catch {
        guard error != .outOfMemory else { throw error }
        failure = failure ?? error
        clear(left..<min(left + chunk.width, data.size.width))
      }
    }
  }

  private mutating func clear(_ columns: Range<Int>) {
    for row in stride(from: 0, to: light.count, by: header.data.size.width * 4) {
      for x in columns { light[row + x * 4 + 3] = 0 }
    }
  }
}
