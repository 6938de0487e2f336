internal import Base
internal import Glibc

/// Opens thumbnail files safely, whatever is in their place.
enum ThumbnailFile {
  /// Never follows a link, waits for a FIFO, or acquires a terminal.
  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  /// Blocks.
  static func open(_ name: String, in folder: [UInt8]) -> Descriptor? {
    Descriptor(
      opened: unsafe Glibc.open((folder + [UInt8(ascii: "/")] + Array(name.utf8)).cString, flags))
  }
}

enum ThumbnailFolder {
  /// All names but `.` and `..`, unordered; empty if unreadable; blocks.
  static func names(in folder: borrowing Descriptor) -> [[UInt8]] {
    guard var stream = try? DirectoryStream(reading: folder) else { return [] }
    var names: [[UInt8]] = []
    while let entry = try? stream.next() { names.append(entry.name.bytes) }
    return names
  }
}

extension Descriptor {
  /// Reads a regular file from its start, without moving the file position; nil if unreadable;
  /// blocks.
  borrowing func bytes(atMost limit: Int) -> [UInt8]? {
    guard let status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    return read(min(limit, status.st_size), at: 0, into: &bytes) == 0 ? bytes : nil
  }

  /// Writes all bytes, or throws after writing some; blocks.
  borrowing func write(_ bytes: [UInt8]) throws(ThumbnailError) {
    if let error = writeAll(bytes, to: number) { throw ThumbnailError(errno: error.number) }
  }
}

extension Sequence<UInt8> {
  /// With a terminating zero; the bytes must contain none.
  var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
