internal import Glibc
package import Values

/// Writes all bytes, however many system calls that takes; blocks where the descriptor does.
/// - Parameters:
///   - bytes: What is written.
///   - descriptor: The number of an open file.
///   - offset: Where in a file they begin, in bytes; nil where the file stands.
/// - Returns: Nil when all are written; otherwise the reason, and some of them may have been.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
) -> SystemError? {
  var done = 0
  while done < bytes.count {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
    let count =
      if let offset {
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
      } else {
        unsafe write(descriptor, rest.baseAddress, rest.count)
      }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? .last : SystemError(EIO) }
    done += count
  }
  return nil
}

/// Writes all bytes of an array; otherwise as above.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
  unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
}
