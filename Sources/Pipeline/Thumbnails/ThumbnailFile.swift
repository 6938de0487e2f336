internal import Glibc
internal import System
internal import Values

/// How a thumbnail's file is opened, whatever may stand in its place.
enum ThumbnailFile {
  /// Never through a link, never waiting for a FIFO, never taking a terminal.
  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  /// Opens an entry of a folder by its path; blocks.
  static func open(_ name: String, in folder: [UInt8]) -> Descriptor? {
    Descriptor(
      opened: unsafe Glibc.open((folder + [UInt8(ascii: "/")] + Array(name.utf8)).cString, flags))
  }
}

/// A folder that is looked through for thumbnails.
enum ThumbnailFolder {
  /// The names of all entries but `.` and `..`, in no order; blocks.
  ///
  /// Empty where it cannot be read.
  static func names(in folder: borrowing Descriptor) -> [[UInt8]] {
    guard var stream = try? DirectoryStream(reading: folder) else { return [] }
    var names: [[UInt8]] = []
    while let entry = try? stream.next() { names.append(entry.name.bytes) }
    return names
  }
}

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
    if let error = writeAll(bytes, to: number) { throw ThumbnailError(errno: error.number) }
  }
}

extension Sequence<UInt8> {
  /// The bytes with a terminating zero, as system calls take them; they must hold none themselves.
  var cString: [CChar] {
    map { CChar(bitPattern: $0) } + [0]
  }
}
