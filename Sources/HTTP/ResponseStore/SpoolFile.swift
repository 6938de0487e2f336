internal import Base
internal import Glibc
package import Storage

/// The cache's folder for bodies that are being received.
package typealias SpoolFolder = PrivateDirectory

/// A file that is being written, and is removed on deinit.
///
/// In the cache's folder it has a name, to be renamed when it is complete, and a lock that tells other
/// programs that it is unfinished; elsewhere it has no name. For one thread at a time; every call may
/// block.
package final class SpoolFile {
  private let descriptor: Int32
  private var place: BodyFile.Place?
  private var byteCount = 0
  private var isFinished = false

  /// Nil if the folder accepts no file; a nil folder is `$TMPDIR` or `/tmp`.
  package init?(in folder: SpoolFolder?) {
    let name = Self.newName()
    if let folder {
      descriptor = folder.create(name)
      guard descriptor >= 0 else { return nil }
      flock(descriptor, LOCK_EX | LOCK_NB)
      place = (folder, name)
    } else {
      let path = "\(Self.systemFolder)/photocell-\(name)"
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      unsafe unlink(path)
    }
  }

  deinit {
    guard !isFinished else { return }
    if let place { place.folder.remove(place.name) }
    if descriptor >= 0 { close(descriptor) }
  }

  private static func newName() -> String {
    let number = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    return "\(getpid())-\(number)"
  }

  /// Whether a name has the form of an unfinished file: process ID and sixteen hexadecimal digits.
  static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && (1...10).contains(parts[0].utf8.count)
      && parts[0].utf8.allSatisfy(\.isDigit)
      && parts[1].utf8.count == 16
      && parts[1].utf8.allSatisfy { $0.isDigit || $0 &- 0x61 < 6 }
  }

  private static var systemFolder: String {
    guard let path = unsafe getenv("TMPDIR"), unsafe path.pointee == CChar(UInt8(ascii: "/")) else {
      return "/tmp"
    }
    return unsafe String(cString: path)
  }

  /// Appends a piece; false on a disk error, with the file unchanged.
  package func write(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard unsafe writeAll(piece, to: descriptor, at: byteCount) == nil else { return false }
    byteCount += piece.count
    return true
  }

  /// Passes the file to readers; nothing may be written afterwards.
  package func finished() -> BodyFile {
    isFinished = true
    return BodyFile(descriptor: descriptor, byteCount: byteCount, temporary: place)
  }
}
