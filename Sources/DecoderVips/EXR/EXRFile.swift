internal import COpenEXR
internal import COpenEXRLines
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
    let length =
      unsafe isStored ? Int(chunk.packed_size) : pipeline.pointee.unpacked_alloc_size
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
