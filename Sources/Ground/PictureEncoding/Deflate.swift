internal import CZlib

/// Compression as PNG has it (RFC 1950), by zlib.
package enum Deflate: Sendable {
  /// Runs of equal bytes only: soon read again, which is what counts for filtered rows that are kept.
  case runs
  /// Whatever occurred before, as far as it is soon found: for pixels that are sent once, of which it
  /// leaves two thirds.
  case quick
  /// Whatever occurred before, looked for as zlib does it unless told otherwise, at level 6: for the
  /// numbers of a palette level 9 took 15 ms in place of 6 for a fortieth less, level 4 took 4 ms for a
  /// tenth more.
  case repetitions

  /// The bytes compressed in one piece; nil where there is no memory.
  package func zlibStream(of bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    let memoryLevel: Int32 = 8
    guard
      unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, MAX_WBITS, memoryLevel, strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    // zlib writes no more than its bound, and only reads what it is given.
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
