package import Glibc

/// Opens paths of any length: the kernel accepts at most `PATH_MAX` bytes per call.
package enum LongPath {
  private static let longestPiece = Int(PATH_MAX) - 1
  /// Linux's `O_PATH` (asm-generic/fcntl.h): traverses directories that cannot be listed.
  private static let searchOnly: Int32 = 0o10_000_000
  private static let slash = UInt8(ascii: "/")

  /// Opens a path in as many steps as needed; blocks, sets `errno` on failure.
  package static func open(_ path: [UInt8], _ flags: Int32) -> Descriptor? {
    // The kernel would truncate the path at a NUL.
    guard !path.contains(0) else { return failure(ENOENT) }
    var folder = Descriptor?.none
    var rest = path[...]
    while rest.count > longestPiece {
      guard let cut = rest.prefix(longestPiece).lastIndex(of: slash), cut > rest.startIndex else {
        return failure(ENAMETOOLONG)
      }
      let next = open(rest[..<cut], in: folder, searchOnly | O_DIRECTORY | O_CLOEXEC)
      guard let next else { return nil }
      folder = .some(consume next)
      // A leading slash would make the rest an absolute path.
      rest = rest[cut...].drop { $0 == slash }
    }
    let isFolderItself = rest.isEmpty && !path.isEmpty
    return open(isFolderItself ? [UInt8(ascii: ".")] : rest, in: folder, flags)
  }

  /// Opens a directory for relative lookups, even if not listable; blocks, sets `errno` on failure.
  package static func openFolder(_ path: [UInt8]) -> Descriptor? {
    open(path, searchOnly | O_DIRECTORY | O_CLOEXEC)
  }

  /// Opens the parent directory, or the root for itself; sets `errno` on failure.
  package static func openFolder(above folder: borrowing Descriptor) -> Descriptor? {
    Descriptor(opened: unsafe openat(folder.number, "..", searchOnly | O_DIRECTORY | O_CLOEXEC))
  }

  /// The status of a file, following links; blocks, sets `errno` on failure.
  package static func status(of path: [UInt8]) -> stat? {
    guard path.count > longestPiece || path.contains(0) else {
      var status = stat()
      return unsafe stat(path.cString, &status) == 0 ? status : nil
    }
    switch open(path, searchOnly | O_CLOEXEC) {
    case .some(let file): return file.status
    case nil: return nil
    }
  }

  private static func open(
    _ piece: ArraySlice<UInt8>, in folder: borrowing Descriptor?, _ flags: Int32
  ) -> Descriptor? {
    var start = AT_FDCWD
    switch folder {
    case .some(let folder): start = folder.number
    case nil: break
    }
    return Descriptor(opened: unsafe openat(start, piece.cString, flags))
  }

  private static func failure(_ reason: Int32) -> Descriptor? {
    errno = reason
    return nil
  }
}
