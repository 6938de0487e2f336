internal import CZlib

/// zlib compression for PNG (RFC 1950).
package enum Deflate: Sendable {
  /// Run lengths only: decompresses fast, for filtered rows that are cached.
  case runs
  /// Fast matching, for pixels that are sent once; reduces them to two thirds.
  case quick
  /// Level 6, for palette indices; level 9 took 15 instead of 6 ms for 2.5 % less, level 4 took 4
  /// ms for 10 % more.
  case repetitions

  package func zlibStream(of bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
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

  private var level: Int32 {
    switch self {
    case .runs, .quick: Z_BEST_SPEED
    case .repetitions: Z_DEFAULT_COMPRESSION
    }
  }

  private var strategy: Int32 {
    switch self {
    case .runs: Z_RLE
    case .quick, .repetitions: Z_DEFAULT_STRATEGY
    }
  }
}
