internal import Glibc

/// An open descriptor; closed when it goes.
package struct OpenFile: ~Copyable, Sendable {
  /// The descriptor, which belongs to this value.
  package let descriptor: Int32

  /// Takes over a descriptor; nil where opening it failed.
  init?(_ descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Hands the descriptor over to one who closes it.
  package consuming func take() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  /// What the kernel says of the file.
  var status: stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Reads a regular file from its start; blocks.
  ///
  /// Where others begin to read stays as it is.
  /// - Parameter limit: How many bytes are read at most.
  /// - Returns: The bytes; nil where the file cannot be read.
  package borrowing func bytes(atMost limit: Int) -> [UInt8]? {
    guard let status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let wanted = min(limit, status.st_size)
    var bytes: [UInt8] = []
    var failure: Int32 = 0
    bytes.append(addingCapacity: wanted) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        failure = unsafe Self.fill(buffer, wanted, from: descriptor, &count)
      }
    }
    return failure == 0 ? bytes : nil
  }

  /// Reads until enough is there or the file ends; returns `errno`, zero for success.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, _ wanted: Int, from descriptor: Int32,
    _ count: inout Int
  ) -> Int32 {
    while count < wanted {
      let got = unsafe pread(
        descriptor, buffer.baseAddress?.advanced(by: count), wanted - count, count)
      if got == 0 { break }
      if got < 0, errno == EINTR { continue }
      if got < 0 { return errno }
      count += got
    }
    return 0
  }

  /// Writes all of some bytes; blocks.
  /// - Throws: `ThumbnailError`, after which some of them may be in the file.
  borrowing func write(_ bytes: [UInt8]) throws(ThumbnailError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ThumbnailError(errno: count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }
}
