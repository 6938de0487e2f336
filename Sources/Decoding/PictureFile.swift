import Glibc

/// A regular file that is open for reading; closed when it goes.
struct PictureFile: ~Copyable {
  /// How large a file may be, in bytes.
  static let byteLimit = 512_000_000

  private let descriptor: Int32
  /// The size in bytes when it was opened.
  let byteCount: Int

  /// Opens a file without ever waiting for one, as opening a FIFO would.
  /// - Parameter path: The path as bytes, of any length.
  /// - Throws: `DecodingError.unreadable`, `.notAFile` or `.fileTooLarge`; nothing is left open.
  init(path: [UInt8]) throws(DecodingError) {
    let descriptor = try PathWalk.open(path)
    let byteCount: Int
    do throws(DecodingError) {
      byteCount = try Self.byteCount(ofFile: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.byteCount = byteCount
  }

  deinit {
    close(descriptor)
  }

  private static func byteCount(ofFile descriptor: Int32) throws(DecodingError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= byteLimit else { throw .fileTooLarge(byteCount: status.st_size) }
    return status.st_size
  }

  /// Reads on from where the last read ended, and appends.
  ///
  /// A file that has become shorter since it was opened ends early; a grown one ends where it did.
  /// - Parameters:
  ///   - count: How many bytes are wanted at most.
  ///   - bytes: Gets the bytes.
  /// - Throws: `DecodingError.unreadable`; what was read until then is in `bytes`.
  borrowing func read(_ count: Int, into bytes: inout [UInt8]) throws(DecodingError) {
    var failure: Int32 = 0
    bytes.reserveCapacity(byteCount)
    bytes.append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        failure = unsafe Self.fill(buffer, from: descriptor, &initialized)
      }
    }
    if failure != 0 { throw .unreadable(errno: failure) }
  }

  /// Fills a buffer until it is full or the file ends; returns `errno`, zero for success.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32, _ count: inout Int
  ) -> Int32 {
    while count < buffer.count {
      let got = unsafe Glibc.read(
        descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      if got == 0 { break }
      if got < 0, errno == EINTR { continue }
      if got < 0 { return errno }
      count += got
    }
    return 0
  }
}
