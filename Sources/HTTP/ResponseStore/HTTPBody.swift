package import Base
import Glibc
import Storage
import Synchronization

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
  private let descriptor: Descriptor
  /// A name that is removed on deinit; nil if there is none, or it is permanent.
  private let temporary: Mutex<Place?>

  typealias Place = (folder: PrivateDirectory, name: String)

  init(descriptor: consuming Descriptor, byteCount: Int, temporary: Place? = nil) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.temporary = Mutex(temporary)
  }

  deinit {
    if let place = temporary.withLock({ $0 }) { place.folder.remove(place.name) }
  }

  /// On the same file system; on error it keeps its name.
  func keep(as name: String, in folder: PrivateDirectory) throws(SystemError) {
    try temporary.withLock { place throws(SystemError) in
      // A file without a name is elsewhere because there was no space here.
      guard let current = place else { throw SystemError(ENOSPC) }
      let failure = current.folder.move(current.name, to: folder, as: name)
      guard failure == 0 else { throw SystemError(failure) }
      place = nil
    }
  }

  /// A path by which this process can open the file again.
  package var path: String { "/proc/self/fd/\(descriptor.number)" }

  package func contents() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    try forEachChunk { bytes += $0 }
    return bytes
  }

  private static let chunkLength = 256 << 10

  /// Chunks of 256 KiB; blocks. Throws if the disk fails or the file is too short.
  func forEachChunk(_ body: (ArraySlice<UInt8>) -> Void) throws(SystemError) {
    var chunk: [UInt8] = []
    for offset in stride(from: 0, to: byteCount, by: Self.chunkLength) {
      let count = min(Self.chunkLength, byteCount - offset)
      chunk.removeAll(keepingCapacity: true)
      let failure = descriptor.read(count, at: offset, into: &chunk)
      guard failure == 0, chunk.count == count else {
        throw SystemError(failure == 0 ? EIO : failure)
      }
      body(chunk[...])
    }
  }
}

/// A file that is being written; removed on deinit. In the cache's folder it has a name, and a lock
/// that marks it as unfinished. For one thread at a time; every call may block.
final class SpoolFile {
  private let descriptor: Int32
  private var place: BodyFile.Place?
  private var byteCount = 0
  private var isFinished = false

  /// Nil if the folder accepts no file; a nil folder is `$TMPDIR` or `/tmp`.
  init?(in folder: PrivateDirectory?) {
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
  func write(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard unsafe writeAll(piece, to: descriptor, at: byteCount) == nil else { return false }
    byteCount += piece.count
    return true
  }

  func finished() -> BodyFile {
    isFinished = true
    return BodyFile(
      descriptor: Descriptor(taking: descriptor), byteCount: byteCount, temporary: place)
  }
}

struct BodySpool {
  /// Maximum bytes in memory if no disk has space.
  static let memoryLimit = 64_000_000

  private(set) var byteCount = 0
  private var bytes: [UInt8] = []
  private var file: SpoolFile?
  /// Folders not tried yet; nil is the system's temporary folder.
  private var folders: [PrivateDirectory?]

  init(folder: PrivateDirectory?) {
    folders = folder == nil ? [nil] : [folder, nil]
  }

  /// Throws `NetworkError.cannotKeep` if neither disk nor memory has space.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws(NetworkError) {
    byteCount += piece.count
    if let file {
      if unsafe file.write(piece) { return }
      self.file = nil
      bytes = try HTTPBody.file(file.finished()).read()
    }
    unsafe bytes.append(contentsOf: piece)
    if bytes.count > HTTPBody.inlineLimit { try spill() }
  }

  /// Blocks if the body is a file. Throws like `append` of a piece, and on a disk error.
  mutating func append(_ body: HTTPBody) throws(NetworkError) {
    let bytes = try body.read()
    try unsafe bytes.span.withUnsafeBytes { piece throws(NetworkError) in
      try unsafe append(piece)
    }
  }

  private mutating func spill() throws(NetworkError) {
    while let folder = folders.first {
      folders.removeFirst()
      guard let candidate = SpoolFile(in: folder) else { continue }
      guard unsafe bytes.withUnsafeBytes({ unsafe candidate.write($0) }) else { continue }
      file = candidate
      bytes = []
      return
    }
    guard bytes.count <= Self.memoryLimit else { throw .cannotKeep(errno: ENOSPC) }
  }

  mutating func finish() -> HTTPBody {
    guard let file else { return .bytes(bytes) }
    self.file = nil
    return .file(file.finished())
  }
}
