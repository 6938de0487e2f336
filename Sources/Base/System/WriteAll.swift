internal import Glibc

/// Writes at an offset or the current position, blocking if the descriptor does; may fail halfway.
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

package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
  unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
}
