import DecoderMessages
import Glibc
import System

/// Opens paths of any length: those that the kernel would refuse are walked piece by piece.
enum PathWalk {
  /// The longest path that one call takes, in bytes, without the terminating zero.
  private static let longestPiece = Int(PATH_MAX) - 1
  /// Linux's `O_PATH` (asm-generic/fcntl.h), which Glibc's module hides.
  ///
  /// With it a folder that may be searched but not listed can still be walked through.
  private static let searchOnly: Int32 = 0o10_000_000
  private static let slash = UInt8(ascii: "/")

  /// Opens a path for reading; never waits, never becomes the controlling terminal's owner.
  /// - Throws: `DecodingError.notAFile`, or `.unreadable` with `errno`; nothing is left open.
  static func open(_ path: [UInt8]) throws(DecodingError) -> Descriptor {
    // The kernel would read a path with a zero byte as another, shorter one.
    guard !path.contains(0) else { throw .refused(.unreadable(errno: ENOENT)) }
    var folder = AT_FDCWD
    defer { if folder != AT_FDCWD { close(folder) } }
    var rest = path[...]
    while rest.count > longestPiece {
      let cut = try pieceEnd(of: rest)
      let next = try open(rest[..<cut], in: folder, searchOnly | O_DIRECTORY | O_CLOEXEC)
      if folder != AT_FDCWD { close(folder) }
      folder = next
      rest = rest[cut...].drop { $0 == slash }
    }
    return Descriptor(
      taking: try open(rest, in: folder, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY))
  }

  /// Where the longest piece of whole folder names ends.
  private static func pieceEnd(of path: ArraySlice<UInt8>) throws(DecodingError) -> Int {
    guard let cut = path.prefix(longestPiece).lastIndex(of: slash), cut > path.startIndex else {
      throw .refused(.unreadable(errno: ENAMETOOLONG))
    }
    return cut
  }

  /// Why something cannot be opened: a socket never can, nor a device that is not there.
  private static func reason(_ errno: Int32) -> DecodingError {
    errno == ENXIO || errno == ENODEV ? .notAFile : .refused(.unreadable(errno: errno))
  }

  private static func open(
    _ piece: ArraySlice<UInt8>, in folder: Int32, _ flags: Int32
  ) throws(DecodingError) -> Int32 {
    let name = (piece + [0]).map(CChar.init(bitPattern:))
    let descriptor = unsafe openat(folder, name, flags)
    guard descriptor >= 0 else { throw reason(errno) }
    return descriptor
  }
}
