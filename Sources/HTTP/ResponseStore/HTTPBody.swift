internal import Base
internal import Glibc
package import Storage
internal import Synchronization

package enum HTTPBody: Sendable {
  case bytes([UInt8])
  case file(BodyFile)

  /// The size in bytes above which a body is in a file instead of a database row.
  package static let inlineLimit = 1_000_000

  package var byteCount: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.byteCount
    }
  }

  /// Blocks if the body is a file; throws `NetworkError.cannotKeep` on a disk error.
  package func read() throws(NetworkError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return bytes
    case .file(let file):
      return try rethrowing(as: { NetworkError.cannotKeep(errno: $0.number) }, file.contents)
    }
  }
}

/// A body's file, which stays readable for the lifetime of this object even if its name is removed.
/// Callable from any thread, as reads do not share a position.
package final class BodyFile: Sendable {
  package let byteCount: Int
  let descriptor: Int32
  /// A name that is removed on deinit; nil if there is none, or it is permanent.
  private let temporary: Mutex<Place?>

  typealias Place = (folder: PrivateDirectory, name: String)

  init(descriptor: Int32, byteCount: Int, temporary: Place? = nil) {
    (self.descriptor, self.byteCount) = (descriptor, byteCount)
    self.temporary = Mutex(temporary)
  }

  deinit {
    if let place = temporary.withLock({ $0 }) { place.folder.remove(place.name) }
    close(descriptor)
  }

  /// On the same file system; on error it keeps its name.
  func keep(as name: String, in folder: PrivateDirectory) throws(SystemError) {
    let failure = temporary.withLock { place -> Int32 in
      // A file without a name is elsewhere because there was no space here.
      guard let current = place else { return ENOSPC }
      let failure = current.folder.move(current.name, to: folder, as: name)
      if failure == 0 { place = nil }
      return failure
    }
    guard failure == 0 else { throw SystemError(failure) }
  }

  /// A path by which this process can open the file again.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  func contents() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    try forEachChunk { bytes += $0 }
    return bytes
  }

  /// Chunks of 256 KiB; blocks. Throws if the disk fails or the file is too short.
  func forEachChunk(_ body: (ArraySlice<UInt8>) -> Void) throws(SystemError) {
    var chunk = [UInt8](repeating: 0, count: min(byteCount, 262_144))
    var offset = 0
    while offset < byteCount {
      let wanted = min(chunk.count, byteCount - offset)
      let count = unsafe pread(descriptor, &chunk, wanted, offset)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(count < 0 ? errno : EIO) }
      body(chunk[..<count])
      offset += count
    }
  }
}

package typealias SpoolFolder = PrivateDirectory

/// A file that is being written; removed on deinit. In the cache's folder it has a name, and a lock
/// that tells other programs that it is unfinished. For one thread at a time; every call may block.
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

  package func finished() -> BodyFile {
    isFinished = true
    return BodyFile(descriptor: descriptor, byteCount: byteCount, temporary: place)
  }
}
