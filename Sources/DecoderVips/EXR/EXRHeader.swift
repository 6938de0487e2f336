internal import COpenEXR
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

struct EXRHeader {
  let part: Int32
  let display: EXRWindow
  let data: EXRWindow
  /// Channel numbers and the component of each in a pixel; gray uses the first component.
  let channels: [(number: Int, component: Int)]
  let names: [String]
  let isGray: Bool
  /// Nil for sRGB primaries.
  let primaries: LightPrimaries?
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
    primaries = unsafe Self.primaries(context, part)
    isTiled = storage == EXR_STORAGE_TILED
    chunk =
      isTiled
      ? try unsafe Self.tileSize(context, part)
      : PixelSize(
        width: data.size.width,
        height: Int(
          try unsafe Self.value(0) { unsafe exr_get_scanlines_per_chunk(context, part, $0) }))
    guard chunk.width > 0, chunk.height > 0 else { throw .damaged }
    // The chunk table has the size that the header claims.
    let chunks = try unsafe Self.value(0) { unsafe exr_get_chunk_count(context, part, $0) }
    guard chunks >= 0, Int(chunks) * 8 <= file.lengthBehindHeaders else { throw .truncated }
    let stored = try unsafe Self.value(0) { unsafe exr_get_chunk_unpacked_size(context, part, $0) }
    let rowHeight = min(chunk.height, data.size.height)
    guard stored <= Self.mostChunkMemory, data.size.width * rowHeight * 16 <= Self.mostChunkMemory
    else { throw .unsupported("OpenEXR of such large tiles") }
  }

  var hasAlpha: Bool {
    channels.contains { $0.component == 3 }
  }

  private static func value<Value>(
    _ start: Value, _ get: (UnsafeMutablePointer<Value>) -> exr_result_t
  ) throws(PictureError) -> Value {
    var value = start
    try EXRFile.check(unsafe get(&value))
    return value
  }

  private static func tileSize(
    _ context: OpaquePointer, _ part: Int32
  ) throws(PictureError) -> PixelSize {
    var (width, height): (Int32, Int32) = (0, 0)
    try EXRFile.check(unsafe exr_get_tile_sizes(context, part, 0, 0, &width, &height))
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Finds R, G and B, or Y, without a layer, otherwise in the first layer that has them.
  private static func channels(
    _ context: OpaquePointer, _ part: Int32
  ) throws(PictureError) -> (
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

  private static func primaries(_ context: OpaquePointer, _ part: Int32) -> LightPrimaries? {
    var colors = exr_attr_chromaticities_t()
    guard
      EXRFile.isSuccess(
        unsafe exr_attr_get_chromaticities(context, part, "chromaticities", &colors))
    else { return nil }
    return LightPrimaries(
      red: SIMD2(colors.red_x, colors.red_y), green: SIMD2(colors.green_x, colors.green_y),
      blue: SIMD2(colors.blue_x, colors.blue_y), white: SIMD2(colors.white_x, colors.white_y))
  }
}

extension exr_attr_chlist_entry_t {
  fileprivate var isForEveryPixel: Bool { unsafe x_sampling == 1 && y_sampling == 1 }
}

/// A rectangle in OpenEXR's coordinates, whose origin is arbitrary.
struct EXRWindow {
  let columns: Range<Int>
  let rows: Range<Int>

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
