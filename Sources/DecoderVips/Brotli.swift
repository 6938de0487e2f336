internal import CBrotli

/// Decompresses Brotli (RFC 7932) up to a limit, against decompression bombs.
package enum Brotli {
  private static let step = 64 * 1024

  /// Nil if the stream is broken, truncated or longer than `limit`; callable from any thread.
  package static func unpacked(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    guard let decoder = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    defer { unsafe BrotliDecoderDestroyInstance(decoder) }
    return unsafe packed.withUnsafeBufferPointer { input in
      var (next, available) = (input.baseAddress, input.count)
      var content: [UInt8] = []
      var result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
      while result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT, content.count <= limit {
        content.append(addingCapacity: step) { span in
          unsafe span.withUnsafeMutableBufferPointer { buffer, count in
            var (target, room) = (buffer.baseAddress, buffer.count)
            result = unsafe BrotliDecoderDecompressStream(
              decoder, &available, &next, &room, &target, nil)
            count = buffer.count - room
          }
        }
      }
      return result == BROTLI_DECODER_RESULT_SUCCESS && content.count <= limit ? content : nil
    }
  }
}
