internal import COpenEXR
internal import COpenEXRLines
internal import DecoderMessages
internal import Glibc
internal import Imaging

/// An OpenEXR file, as OpenEXRCore reads it; let go of when it goes.
///
/// libvips would read it by name, and the sandbox opens no file.
@safe
struct EXRFile: ~Copyable {
  /// What OpenEXRCore calls it by.
  let context: OpaquePointer
  /// The bytes that there are for the tables of chunks, and what follows them.
  let lengthBehindHeaders: Int
  private let bytes: UnsafeMutablePointer<OpenEXRBytes>
  /// What decodes a chunk; it refers to itself, and must not move.
  private let pipeline: UnsafeMutablePointer<exr_decode_pipeline_t>

  /// Reads the headers of a file, whose bytes must stay where they are as long as this.
  /// - Throws: `PictureError.truncated`, `.damaged`, `.outOfMemory`.
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

  /// Decodes a chunk.
  /// - Parameters:
  ///   - place: Which one.
  ///   - part: The part of the file that it belongs to.
  ///   - channels: The numbers of the channels, in the file's order, and which of the four floats of a pixel
  ///     each becomes.
  ///   - light: Four floats a pixel, in rows of one width.
  ///   - start: The pixel there that the chunk begins at; all of the chunk fits in from there.
  ///   - width: The width of those rows, in pixels.
  /// - Throws: `PictureError.truncated`, `.damaged`, `.outOfMemory`; the pixels of the chunk are then anything.
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
    // Memory is there for this, and not for what a file may say.
    guard Int(chunk.height) == place.size.height, Int(chunk.width) == place.size.width else {
      throw .damaged
    }
    unsafe pipeline.initialize(to: exr_decode_pipeline_t())
    defer { unsafe exr_decoding_destroy(context, pipeline) }
    try Self.check(unsafe exr_decoding_initialize(context, part, &chunk, pipeline))
    try Self.check(unsafe exr_decoding_choose_default_routines(context, part, pipeline))
    // OpenEXRCore 3.1.5 writes to address zero where one of four channels is not wanted.
    unsafe pipeline.pointee.unpack_and_convert_fn = nil
    try Self.check(unsafe exr_decoding_run(context, part, pipeline))
    let isStored = unsafe pipeline.pointee.unpacked_buffer == pipeline.pointee.packed_buffer
    let length =
      unsafe isStored ? Int(chunk.packed_size) : pipeline.pointee.unpacked_alloc_size
    let samples = unsafe UnsafeRawBufferPointer(
      start: pipeline.pointee.unpacked_buffer, count: length)
    try unsafe unpack(samples, of: place, channels, into: &light, at: start, width: width)
  }

  /// Goes through the lines of a chunk, each of which has one channel after another.
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

  /// Decodes whole lines by OpenEXR's C++ library, which has more compressions.
  /// - Parameters:
  ///   - lines: Which ones, on OpenEXR's plane; they lie in the data window.
  ///   - header: The part that they are of.
  ///   - light: Four floats a pixel, in rows as wide as the data window; all of the lines fit in.
  /// - Returns: Whether they could be decoded; otherwise the pixels are anything.
  /// - Throws: `PictureError.outOfMemory`.
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

  /// Whether a function has done what it should.
  static func isSuccess(_ status: exr_result_t) -> Bool {
    status == exr_result_t(EXR_ERR_SUCCESS.rawValue)
  }

  /// Takes the status of a function.
  /// - Throws: What it means, unless it is success.
  static func check(_ status: exr_result_t) throws(PictureError) {
    guard isSuccess(status) else { throw PictureError(openEXR: status) }
  }
}

extension PictureError {
  /// What a status of OpenEXRCore means.
  fileprivate init(openEXR status: exr_result_t) {
    switch exr_error_code_t(UInt32(status)) {
    case EXR_ERR_OUT_OF_MEMORY: self = .outOfMemory
    case EXR_ERR_READ_IO, EXR_ERR_BAD_CHUNK_LEADER: self = .truncated
    case EXR_ERR_FEATURE_NOT_IMPLEMENTED: self = .unsupported("OpenEXR of this compression")
    default: self = .damaged
    }
  }
}
