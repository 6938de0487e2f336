internal import Glibc
internal import System

extension Descriptor {
  /// Takes over what a system call has opened; nil where it failed.
  init?(opened number: Int32) {
    guard number >= 0 else { return nil }
    self.init(taking: number)
  }

  /// Reads a regular file from its start; blocks.
  ///
  /// Where others begin to read stays as it is.
  /// - Parameter limit: How many bytes are read at most.
  /// - Returns: The bytes; nil where the file cannot be read.
  borrowing func bytes(atMost limit: Int) -> [UInt8]? {
    guard let status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    return read(min(limit, status.st_size), at: 0, into: &bytes) == 0 ? bytes : nil
  }

  /// Writes all of some bytes; blocks.
  /// - Throws: `ThumbnailError`, after which some of them may be in the file.
  borrowing func write(_ bytes: [UInt8]) throws(ThumbnailError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ThumbnailError(errno: count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }
}
