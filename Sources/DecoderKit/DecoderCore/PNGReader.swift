import CSpng
import DecoderProtocol

/// Reads the rows of a PNG with libspng.
enum PNGReader {
  /// Returns whether all needed rows were there; throws `.damaged` or `.truncated` without any.
  static func read(
    _ chunks: PNGChunks, into rows: inout some RowTaking
  ) throws(PictureError) -> Bool {
    guard let context = unsafe spng_ctx_new(0) else { throw .outOfMemory }
    defer { unsafe spng_ctx_free(context) }
    // libspng keeps a pointer to the bytes.
    let result = unsafe chunks.bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        try unsafe start(context, file)
        return try unsafe readRows(context, chunks, into: &rows)
      }
    }
    do throws(PictureError) {
      return try result.get()
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
    try check(
      unsafe spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags))
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
