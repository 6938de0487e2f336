package import Glibc

/// Opens paths of any length: the kernel takes no more than `PATH_MAX` bytes in one call.
package enum DeepPath {
  /// The longest path that one call takes, in bytes, without the terminating zero.
  private static let longestPiece = Int(PATH_MAX) - 1
  /// Linux's `O_PATH` (asm-generic/fcntl.h), which Glibc's module hides.
  ///
  /// With it a folder that may be searched but not listed can still be walked through.
  private static let searchOnly: Int32 = 0o10_000_000
  private static let slash = UInt8(ascii: "/")

  /// Opens a path, in as many steps as its length needs; blocks.
  /// - Parameters:
  ///   - path: The path as bytes, without a terminating zero.
  ///   - flags: What open(2) takes.
  /// - Returns: Nil where it cannot be opened; `errno` says why, and nothing is left open.
  package static func open(_ path: [UInt8], _ flags: Int32) -> Descriptor? {
    // The kernel would read a path with a zero byte as another, shorter one.
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
      // A slash at the start would make the rest an absolute path.
      rest = rest[cut...].drop { $0 == slash }
    }
    let isFolderItself = rest.isEmpty && !path.isEmpty
    return open(isFolderItself ? [UInt8(ascii: ".")] : rest, in: folder, flags)
  }

  /// Opens a folder for what lies in it to be named by, whether it may be listed or not; blocks.
  /// - Returns: Nil where it cannot be opened; `errno` says why.
  package static func openFolder(_ path: [UInt8]) -> Descriptor? {
    open(path, searchOnly | O_DIRECTORY | O_CLOEXEC)
  }

  /// Opens the folder that an open one lies in, in the same way; the root lies in itself.
  /// - Returns: Nil where it cannot be opened; `errno` says why.
  package static func openFolder(above folder: borrowing Descriptor) -> Descriptor? {
    let flags = searchOnly | O_DIRECTORY | O_CLOEXEC
    let number = unsafe openat(folder.number, "..", flags)
    return number < 0 ? nil : Descriptor(taking: number)
  }

  /// What the kernel says of the file that a path names, through links; blocks.
  /// - Returns: Nil where there is none; `errno` says why.
  package static func status(of path: [UInt8]) -> stat? {
    guard path.count > longestPiece || path.contains(0) else {
      var status = stat()
      return unsafe stat(cString(path[...]), &status) == 0 ? status : nil
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
    let number = unsafe openat(start, cString(piece), flags)
    return number < 0 ? nil : Descriptor(taking: number)
  }

  private static func cString(_ bytes: ArraySlice<UInt8>) -> [CChar] {
    bytes.map(CChar.init(bitPattern:)) + [0]
  }

  private static func failure(_ reason: Int32) -> Descriptor? {
    errno = reason
    return nil
  }
}
