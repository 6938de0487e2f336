internal import COpenEXR
internal import COpenEXRLines
internal import DecoderKit
internal import DecoderProtocol
internal import Glibc
internal import Imaging

/// An OpenEXR file; libvips would open it by path, which the sandbox denies.
@safe
struct EXRFile: ~Copyable {
  let context: OpaquePointer
  /// Size of the chunk tables and everything after them, in bytes.
  let lengthBehindHeaders: Int
  private let bytes: UnsafeMutablePointer<OpenEXRBytes>
  /// Allocated because OpenEXRCore keeps pointers into it.
  private let pipeline: UnsafeMutablePointer<exr_decode_pipeline_t>

  /// Keeps a pointer to the bytes.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    let end = try unsafe EXRHeaderWalk.end(of: file)
    let bytes = UnsafeMutablePointer<OpenEXRBytes>.allocate(capacity: 1)
    unsafe bytes.initialize(
      to: OpenEXRBytes(
        start: file.baseAddress?.assumingMemoryBound(to: CChar.self), length: file.count))
    var context: OpaquePointer?
    let status = unsafe OpenEXROpen(&context, bytes)
    guard let context = unsafe context, Self.isSuccess(status) else {
      unsafe exr_finish(&context)
      unsafe bytes.deallocate()
      throw PictureError(openEXR: status)
    }
    unsafe self.context = unsafe context
    lengthBehindHeaders = file.count - end
    unsafe self.bytes = unsafe bytes
    unsafe pipeline = .allocate(capacity: 1)
  }

  deinit {
    var context: OpaquePointer? = unsafe context
    unsafe exr_finish(&context)
    unsafe bytes.deallocate()
    unsafe pipeline.deallocate()
  }

  /// Decodes a chunk to RGBA floats; on error its pixels are undefined.
  ///
  /// `channels` has numbers in file order, and the component of each in a pixel. The whole chunk
  /// must fit in `light` from pixel `start` on.
  borrowing func decode(
    _ place: EXRChunk, of part: Int32, _ channels: [(number: Int, component: Int)],
    into light: inout [Float], at start: Int, width: Int
  ) throws(PictureError) {
    var chunk = exr_chunk_info_t()
    if let tile = place.tile {
      try Self.check(
        unsafe exr_read_tile_chunk_info(context, part, Int32(tile.x), Int32(tile.y), 0, 0, &chunk))
    } else {
      try Self.check(unsafe exr_read_scanline_chunk_info(context, part, Int32(place.top), &chunk))
    }
    // The buffer has this size, whatever the file claims.
    guard Int(chunk.height) == place.size.height, Int(chunk.width) == place.size.width else {
      throw .damaged
    }
    unsafe pipeline.initialize(to: exr_decode_pipeline_t())
    defer { unsafe exr_decoding_destroy(context, pipeline) }
    try Self.check(unsafe exr_decoding_initialize(context, part, &chunk, pipeline))
    try Self.check(unsafe exr_decoding_choose_default_routines(context, part, pipeline))
    // OpenEXRCore 3.1.5 writes to address zero if one of four channels is not requested.
    unsafe pipeline.pointee.unpack_and_convert_fn = nil
    try Self.check(unsafe exr_decoding_run(context, part, pipeline))
    let isStored = unsafe pipeline.pointee.unpacked_buffer == pipeline.pointee.packed_buffer
    let length = unsafe isStored ? Int(chunk.packed_size) : pipeline.pointee.unpacked_alloc_size
    let samples = unsafe UnsafeRawBufferPointer(
      start: pipeline.pointee.unpacked_buffer, count: length)
    try unsafe unpack(samples, of: place, channels, into: &light, at: start, width: width)
  }

  /// Unpacks the lines of a chunk; the channels of a line are stored one after another.
  private borrowing func unpack(
    _ samples: UnsafeRawBufferPointer, of place: EXRChunk,
    _ channels: [(number: Int, component: Int)], into light: inout [Float], at start: Int,
    width: Int
  ) throws(PictureError) {
    var offset = 0
    for y in 0..<place.size.height {
      for number in unsafe 0..<Int(pipeline.pointee.channel_count) {
        let channel = unsafe pipeline.pointee.channels[number]
        guard unsafe (place.top + y) % max(1, Int(channel.y_samples)) == 0 else { continue }
        let length = unsafe Int(channel.width) * Int(channel.bytes_per_element)
        defer { offset += length }
        guard let component = channels.first(where: { $0.number == number })?.component else {
          continue
        }
        guard unsafe Int(channel.width) == place.size.width, offset + length <= samples.count else {
          throw .damaged
        }
        let line = unsafe UnsafeRawBufferPointer(rebasing: samples[offset..<offset + length])
        let first = (start + y * width) * 4 + component
        for x in 0..<place.size.width {
          light[first + x * 4] = unsafe Self.value(x, of: line, channel.data_type)
        }
      }
    }
  }

  /// Decodes whole lines with the C++ library, which supports more compressions; false on failure.
  ///
  /// The pixels are undefined then. All lines must fit in `light`.
  borrowing func readLines(
    _ lines: Range<Int>, _ header: EXRHeader, into light: inout [Float]
  ) throws(PictureError) -> Bool {
    guard lines.count * header.data.size.width * 4 <= light.count else { return false }
    let names = unsafe header.names.map { unsafe strdup($0) }
    defer { unsafe names.forEach { unsafe free($0) } }
    let status = unsafe light.withUnsafeMutableBufferPointer { light in
      let channels = unsafe zip(names, header.channels).map { name, channel in
        unsafe OpenEXRChannel(
          name: name.map { unsafe UnsafePointer($0) },
          pixels: light.baseAddress.map { unsafe $0 + channel.component })
      }
      return unsafe cel_read(
        bytes.pointee.start, bytes.pointee.length, header.part,
        Int32(header.data.columns.lowerBound), header.data.size.width, Int32(lines.lowerBound),
        Int32(lines.upperBound - 1), channels, channels.count)
    }
    guard status != 2 else { throw .outOfMemory }
    return status == 0
  }

  private static func value(
    _ index: Int, of line: UnsafeRawBufferPointer, _ kind: UInt16
  ) -> Float {
    switch exr_pixel_type_t(UInt32(kind)) {
    case EXR_PIXEL_HALF:
      Float(
        Float16(
          bitPattern: UInt16(
            littleEndian: unsafe line.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))))
    case EXR_PIXEL_UINT:
      Float(
        UInt32(littleEndian: unsafe line.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
    default:
      Float(
        bitPattern: UInt32(
          littleEndian: unsafe line.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
    }
  }

  static func isSuccess(_ status: exr_result_t) -> Bool {
    status == exr_result_t(EXR_ERR_SUCCESS.rawValue)
  }

  static func check(_ status: exr_result_t) throws(PictureError) {
    guard isSuccess(status) else { throw PictureError(openEXR: status) }
  }
}

extension PictureError {
  fileprivate init(openEXR status: exr_result_t) {
    switch exr_error_code_t(UInt32(status)) {
    case EXR_ERR_OUT_OF_MEMORY: self = .outOfMemory
    case EXR_ERR_READ_IO, EXR_ERR_BAD_CHUNK_LEADER: self = .truncated
    case EXR_ERR_FEATURE_NOT_IMPLEMENTED: self = .unsupported("OpenEXR of this compression")
    default: self = .damaged
    }
  }
}

struct EXRHeader {
  let part: Int32
  let display, data: EXRWindow
  /// Channel numbers and the component of each in a pixel; gray uses the first component.
  let channels: [(number: Int, component: Int)]
  let names: [String]
  let isGray: Bool
  /// Converts light to sRGB primaries; nil for those.
  let toStandard: ColorMatrix?
  let chunk: PixelSize
  let isTiled: Bool

  /// Memory limit in bytes for a row of chunks as floats, and for an uncompressed chunk.
  private static let mostChunkMemory = 1 << 28

  /// Reads the header of the first part that can be displayed; throws the error of the first part.
  init(_ file: borrowing EXRFile) throws(PictureError) {
    let context = unsafe file.context
    let count = try unsafe Self.value(0) { unsafe exr_get_count(context, $0) }
    var reason: PictureError?
    for part in 0..<Int32(count) {
      do throws(PictureError) {
        self = try EXRHeader(file, part)
        return
      } catch {
        reason = reason ?? error
      }
    }
    throw reason ?? .damaged
  }

  private init(_ file: borrowing EXRFile, _ part: Int32) throws(PictureError) {
    let context = unsafe file.context
    self.part = part
    let storage = try unsafe Self.value(EXR_STORAGE_LAST_TYPE) {
      unsafe exr_get_storage(context, part, $0)
    }
    guard storage == EXR_STORAGE_SCANLINE || storage == EXR_STORAGE_TILED else {
      throw .unsupported("OpenEXR of deep data")
    }
    display = EXRWindow(
      try unsafe Self.value(exr_attr_box2i_t()) { unsafe exr_get_display_window(context, part, $0) }
    )
    data = EXRWindow(
      try unsafe Self.value(exr_attr_box2i_t()) { unsafe exr_get_data_window(context, part, $0) })
    try PictureLimit.checkRows(display.size)
    try PictureLimit.checkRows(data.size)
    (channels, names, isGray) = try unsafe Self.channels(context, part)
    toStandard = unsafe Self.toStandard(context, part)
    isTiled = storage == EXR_STORAGE_TILED
    var (width, height) = (Int32(data.size.width), Int32(0))
    if isTiled {
      try EXRFile.check(unsafe exr_get_tile_sizes(context, part, 0, 0, &width, &height))
    } else {
      height = try unsafe Self.value(0) { unsafe exr_get_scanlines_per_chunk(context, part, $0) }
    }
    chunk = PixelSize(width: Int(width), height: Int(height))
    guard chunk.width > 0, chunk.height > 0 else { throw .damaged }
    // The chunk table has the size that the header claims.
    let chunks = try unsafe Self.value(0) { unsafe exr_get_chunk_count(context, part, $0) }
    guard chunks >= 0, Int(chunks) * 8 <= file.lengthBehindHeaders else { throw .truncated }
    let stored = try unsafe Self.value(0) { unsafe exr_get_chunk_unpacked_size(context, part, $0) }
    let rowHeight = min(chunk.height, data.size.height)
    guard stored <= Self.mostChunkMemory, data.size.width * rowHeight * 16 <= Self.mostChunkMemory
    else { throw .unsupported("OpenEXR of such large tiles") }
  }

  var hasAlpha: Bool { channels.contains { $0.component == 3 } }

  private static func value<Value>(
    _ start: Value, _ get: (UnsafeMutablePointer<Value>) -> exr_result_t
  ) throws(PictureError) -> Value {
    var value = start
    try EXRFile.check(unsafe get(&value))
    return value
  }

  /// Finds R, G and B, or Y, without a layer, otherwise in the first layer that has them.
  private static func channels(_ context: OpaquePointer, _ part: Int32) throws(PictureError) -> (
    [(number: Int, component: Int)], names: [String], isGray: Bool
  ) {
    let list = unsafe try value(nil as UnsafePointer<exr_attr_chlist_t>?) {
      unsafe exr_get_channels(context, part, $0)
    }
    let entries = unsafe UnsafeBufferPointer(
      start: list?.pointee.entries, count: Int(list?.pointee.num_channels ?? 0))
    let names = unsafe entries.map { unsafe String(cString: $0.name.str) }
    let layers = names.map { name in
      name.lastIndex(of: ".").map { String(name[...$0]) } ?? ""
    }
    for layer in [""] + layers {
      for (components, isGray) in [(["R", "G", "B"], false), (["Y"], true)] {
        let colors = components.compactMap { names.firstIndex(of: layer + $0) }
        guard colors.count == components.count else { continue }
        let alpha = names.firstIndex(of: layer + "A")
        let all =
          colors.enumerated().map { ($0.element, $0.offset) } + (alpha.map { [($0, 3)] } ?? [])
        guard all.allSatisfy({ unsafe entries[$0.0].isForEveryPixel }) else {
          throw .unsupported("OpenEXR of subsampled colors")
        }
        return (all, all.map { names[$0.0] }, isGray)
      }
    }
    throw .unsupported("OpenEXR without colors")
  }

  private static func toStandard(_ context: OpaquePointer, _ part: Int32) -> ColorMatrix? {
    var colors = exr_attr_chromaticities_t()
    guard
      EXRFile.isSuccess(
        unsafe exr_attr_get_chromaticities(context, part, "chromaticities", &colors))
    else { return nil }
    return ColorMatrix(toStandardFrom: [
      SIMD2(colors.red_x, colors.red_y), SIMD2(colors.green_x, colors.green_y),
      SIMD2(colors.blue_x, colors.blue_y), SIMD2(colors.white_x, colors.white_y),
    ])
  }
}

extension exr_attr_chlist_entry_t {
  fileprivate var isForEveryPixel: Bool { unsafe x_sampling == 1 && y_sampling == 1 }
}

/// A rectangle in OpenEXR's coordinates, whose origin is arbitrary.
struct EXRWindow {
  let columns, rows: Range<Int>

  fileprivate init(_ box: exr_attr_box2i_t) {
    let (left, top) = (Int(box.min.x), Int(box.min.y))
    columns = left..<max(left, Int(box.max.x) + 1)
    rows = top..<max(top, Int(box.max.y) + 1)
  }

  var size: PixelSize { PixelSize(width: columns.count, height: rows.count) }
}

struct EXRChunk {
  let top: Int
  /// Nil for lines.
  let tile: (x: Int, y: Int)?
  let size: PixelSize
}

/// OpenEXRCore reports a file truncated in its headers as damaged, or uses partial headers.
enum EXRHeaderWalk {
  private static let start = 8
  /// The multipart flag in the second byte of the version.
  private static let isMultipart: UInt8 = 0x10

  static func end(of file: UnsafeRawBufferPointer) throws(PictureError) -> Int {
    guard file.count > start else { throw .truncated }
    let hasMore = unsafe file[5] & isMultipart != 0
    var offset = start
    while true {
      while try unsafe !skipEmptyText(&offset, of: file) {
        try unsafe skipAttribute(&offset, of: file)
      }
      guard hasMore, try unsafe !skipEmptyText(&offset, of: file) else { return offset }
    }
  }

  private static func skipEmptyText(
    _ offset: inout Int, of file: UnsafeRawBufferPointer
  ) throws(PictureError) -> Bool {
    guard offset < file.count else { throw .truncated }
    guard unsafe file[offset] == 0 else { return false }
    offset += 1
    return true
  }

  private static func skipAttribute(
    _ offset: inout Int, of file: UnsafeRawBufferPointer
  ) throws(PictureError) {
    for _ in 0..<2 {
      guard let end = unsafe file[offset...].firstIndex(of: 0) else { throw .truncated }
      offset = end + 1
    }
    guard offset + 4 <= file.count else { throw .truncated }
    let size = Int32(
      littleEndian: unsafe file.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    guard size >= 0 else { throw .damaged }
    offset += 4 + Int(size)
    guard offset <= file.count else { throw .truncated }
  }
}

extension VipsDecoder {
  /// Decodes the display window, transparent outside the data; the file may be truncated.
  func decodeEXR(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureError) in
      let file = try unsafe EXRFile(bytes)
      let header = try EXRHeader(file)
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
      let place = (x - header.display.columns.lowerBound) * 4
      for channel in 0..<4 { row[place + channel] = samples[channel] }
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
    // Colors outside the gamut get negative components.
    if let toStandard = header.toStandard, !header.isGray { color = toStandard * color }
    return SIMD4(HDRColors.screen(ofLight: color), UInt8(alpha * 255 + 0.5))
  }

  /// Decodes a row of chunks; failed ones become transparent.
  private mutating func decode(_ band: Int, of file: borrowing EXRFile) throws(PictureError) {
    current = band
    let data = header.data
    let top = band * header.chunk.height
    let height = min(header.chunk.height, data.size.height - top)
    let first = (columns.lowerBound - data.columns.lowerBound) / header.chunk.width
    let last = (columns.upperBound - 1 - data.columns.lowerBound) / header.chunk.width
    for number in first...last {
      let left = number * header.chunk.width
      let area = PixelRect(
        x: left, y: 0, width: min(header.chunk.width, data.size.width - left), height: height)
      fill(area, alpha: header.hasAlpha ? 0 : 1)
      let chunk = EXRChunk(
        top: data.rows.lowerBound + top, tile: header.isTiled ? (number, band) : nil,
        size: area.size)
      do throws(PictureError) {
        try file.decode(
          chunk, of: header.part, header.channels, into: &light, at: left, width: data.size.width)
        hasPixels = true
      } catch {
        guard error != .outOfMemory else { throw error }
        if case .unsupported = error, try readLines(top..<top + height, of: file) { return }
        failure = failure ?? error
        fill(area, alpha: 0)
      }
    }
  }

  /// `rows` are counted from the top of the data.
  private mutating func readLines(
    _ rows: Range<Int>, of file: borrowing EXRFile
  ) throws(PictureError) -> Bool {
    fill(
      PixelRect(columns: 0..<header.data.size.width, rows: 0..<rows.count),
      alpha: header.hasAlpha ? 0 : 1)
    let first = header.data.rows.lowerBound
    let isRead = try file.readLines(
      first + rows.lowerBound..<first + rows.upperBound, header, into: &light)
    hasPixels = hasPixels || isRead
    return isRead
  }

  private mutating func fill(_ area: PixelRect, alpha: Float) {
    for y in area.rows {
      for x in area.columns { light[(y * header.data.size.width + x) * 4 + 3] = alpha }
    }
  }
}

/// A matrix for colors; x, y and z are its columns.
struct ColorMatrix {
  private let x, y, z: SIMD3<Float>

  /// The primaries of sRGB and its white, D65.
  private static let standard: [SIMD2<Float>] = [
    SIMD2(0.64, 0.33), SIMD2(0.3, 0.6), SIMD2(0.15, 0.06), SIMD2(0.3127, 0.3290),
  ]
  private static let toStandard = ColorMatrix(primaries: standard)?.inverse
  private static let bradford = ColorMatrix(
    SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))

  private init(_ x: SIMD3<Float>, _ y: SIMD3<Float>, _ z: SIMD3<Float>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Converts light to sRGB primaries (SMPTE RP 177, with Bradford adaptation of the white point).
  ///
  /// Takes the chromaticities of red, green, blue and white; nil for those of sRGB or invalid ones.
  init?(toStandardFrom colors: [SIMD2<Float>]) {
    let isOther = zip(colors, Self.standard).contains { color, own in
      (color - own).max() > 0.001 || (own - color).max() > 0.001
    }
    guard isOther, colors.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.y) > 0.0001 }),
      let light = ColorMatrix(primaries: colors), let back = Self.toStandard,
      let unadapted = Self.bradford.inverse
    else { return nil }
    let cones =
      Self.bradford * Self.light(Self.standard[3]) / (Self.bradford * Self.light(colors[3]))
    self = back * (unadapted * Self.diagonal(cones) * Self.bradford) * light
    guard isFinite else { return nil }
  }

  private init?(primaries colors: [SIMD2<Float>]) {
    let plain = ColorMatrix(Self.light(colors[0]), Self.light(colors[1]), Self.light(colors[2]))
    guard let inverse = plain.inverse else { return nil }
    self = plain * Self.diagonal(inverse * Self.light(colors[3]))
  }

  private static func light(_ color: SIMD2<Float>) -> SIMD3<Float> {
    SIMD3(color.x / color.y, 1, (1 - color.x - color.y) / color.y)
  }

  private static func diagonal(_ values: SIMD3<Float>) -> ColorMatrix {
    ColorMatrix(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
  }

  private var isFinite: Bool {
    [x, y, z].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
  }

  private var inverse: ColorMatrix? {
    let rows = (Self.cross(y, z), Self.cross(z, x), Self.cross(x, y))
    let determinant = (x * rows.0).sum()
    guard abs(determinant) > 1e-6 else { return nil }
    return ColorMatrix(
      SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
      SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
      SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
  }

  private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  static func * (matrix: ColorMatrix, vector: SIMD3<Float>) -> SIMD3<Float> {
    matrix.x * vector.x + matrix.y * vector.y + matrix.z * vector.z
  }

  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(left * right.x, left * right.y, left * right.z)
  }
}
