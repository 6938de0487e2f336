internal import CZlib

/// zlib compression for PNG (RFC 1950).
package enum Deflate: Sendable {
  /// Run lengths only: decompresses fast, for filtered rows that are cached.
  case runs
  /// Fast matching, for pixels that are sent once; reduces them to two thirds.
  case quick
  /// Level 6, for palette indices: 6 ms; 15 ms at level 9 for 2.5 % less, 4 ms at 4 for 10 % more.
  case repetitions

  package func zlibStream(of bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    let (level, strategy) = settings
    let memoryLevel: Int32 = 8
    guard
      unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, MAX_WBITS, memoryLevel, strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    // zlib never exceeds its bound and does not modify its input.
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    return unsafe input.withUnsafeMutableBufferPointer { input in
      var isDone = false
      let packed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(clamping: input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(clamping: output.count)
        unsafe isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
        unsafe count = Int(stream.total_out)
      }
      return isDone ? packed : nil
    }
  }

  private var settings: (level: Int32, strategy: Int32) {
    switch self {
    case .runs: (Z_BEST_SPEED, Z_RLE)
    case .quick: (Z_BEST_SPEED, Z_DEFAULT_STRATEGY)
    case .repetitions: (Z_DEFAULT_COMPRESSION, Z_DEFAULT_STRATEGY)
    }
  }
}

/// Decompresses zlib (RFC 1950) and gzip (RFC 1952) up to a limit, against decompression bombs.
package enum Inflation {
  /// Window of 15 bits; adding 32 enables detection of both formats.
  private static let anyFormat: Int32 = 15 + 32
  private static let step = 64 * 1024

  /// Nil if broken, truncated or longer than `limit` bytes; ignores bytes after the end.
  ///
  /// Callable from any thread.
  package static func inflated(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    try? unpacked(packed, limit: limit)
  }

  package enum Failure: Error {
    case truncated
    /// Broken, or larger than the limit.
    case damaged
    case outOfMemory
  }

  package static func unpacked(_ packed: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
    let (content, status) = content(of: packed, limit: limit)
    switch status {
    case Z_STREAM_END where content.count <= limit: return content
    // No input is left.
    case Z_BUF_ERROR: throw .truncated
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .damaged
    }
  }

  /// As much as can be decompressed, at most `limit` bytes.
  package static func prefix(of packed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8] {
    Array(content(of: packed, limit: limit).bytes.prefix(limit))
  }

  /// Stops at an error, or some bytes above the limit.
  private static func content(
    of packed: ArraySlice<UInt8>, limit: Int
  ) -> (bytes: [UInt8], status: Int32) {
    var stream = unsafe z_stream()
    var status = unsafe inflateInit2_(
      &stream, anyFormat, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return ([], Z_MEM_ERROR) }
    defer { unsafe inflateEnd(&stream) }
    var (input, content) = (Array(packed), [UInt8]())
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: input.count)
      while status == Z_OK, content.count <= limit {
        content.append(addingCapacity: step) { span in
          unsafe span.withUnsafeMutableBufferPointer { buffer, count in
            unsafe stream.next_out = buffer.baseAddress
            unsafe stream.avail_out = UInt32(buffer.count)
            status = unsafe inflate(&stream, Z_NO_FLUSH)
            count = unsafe buffer.count - Int(stream.avail_out)
          }
        }
      }
    }
    return (content, status)
  }
}
