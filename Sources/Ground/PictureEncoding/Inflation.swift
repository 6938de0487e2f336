internal import CZlib

/// Unpacks what zlib (RFC 1950) or gzip (RFC 1952) packed, up to a limit, so that no bomb goes off.
package enum Inflation {
  /// Either format, told by its head, in the widest window: 15, and 32 for both formats.
  private static let anyFormat: Int32 = 15 + 32
  /// What is made room for at once, in bytes.
  private static let step = 64 * 1024

  /// Unpacks a whole stream; synchronous, callable from any thread.
  /// - Parameters:
  ///   - packed: The stream; bytes after its end are passed over.
  ///   - limit: The most that may come out, in bytes.
  /// - Returns: The content; nil where the stream is broken, ends early or holds more.
  package static func inflated(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    try? unpacked(packed, limit: limit)
  }

  /// Why a stream cannot be unpacked.
  package enum Failure: Error {
    /// It ends early.
    case truncated
    /// It is broken, or holds more than the limit.
    case damaged
    case outOfMemory
  }

  /// Unpacks a whole stream, as `inflated` does.
  package static func unpacked(
    _ packed: ArraySlice<UInt8>, limit: Int
  ) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit2_(
        &stream, anyFormat, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .outOfMemory }
    defer { unsafe inflateEnd(&stream) }
    var input = Array(packed)
    let result = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: input.count)
      return unsafe content(of: &stream, limit: limit)
    }
    return try result.get()
  }

  private static func content(
    of stream: inout z_stream, limit: Int
  ) -> Result<[UInt8], Failure> {
    var content: [UInt8] = []
    var status = Z_OK
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
    switch status {
    case Z_STREAM_END where content.count <= limit: return .success(content)
    // Nothing is left to read, and nothing comes any more.
    case Z_BUF_ERROR: return .failure(.truncated)
    default: return .failure(.damaged)
    }
  }
}
