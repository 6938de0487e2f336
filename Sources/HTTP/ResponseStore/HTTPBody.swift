internal import Base
internal import Glibc
internal import Storage
internal import Synchronization

/// The body of a response.
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
///
/// Callable from any thread, as reads do not share a position.
package final class BodyFile: Sendable {
  package let byteCount: Int
  let descriptor: Int32
  /// A name that is removed on deinit; nil if there is none, or it is permanent.
  private let temporary: Mutex<Place?>

  typealias Place = (folder: PrivateDirectory, name: String)

  /// Takes ownership of the descriptor.
  init(descriptor: Int32, byteCount: Int, temporary: Place? = nil) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.temporary = Mutex(temporary)
  }

  deinit {
    if let place = temporary.withLock({ $0 }) { place.folder.remove(place.name) }
    close(descriptor)
  }

  /// Gives the file a permanent name on the same file system; on error it keeps its name.
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

  /// Reads the file in chunks of 256 KiB; blocks. Throws if the disk fails or the file is too short.
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
