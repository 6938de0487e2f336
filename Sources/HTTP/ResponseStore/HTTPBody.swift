package import Base
internal import Glibc
internal import Storage
internal import Synchronization

/// The body of a response: in memory where it is small, else in a file.
package enum HTTPBody: Sendable {
  /// The bytes.
  case bytes([UInt8])
  /// An open file that holds them and nothing else.
  case file(BodyFile)

  /// The size above which a body is kept in a file, and not in a row of the database, in bytes.
  package static let inlineLimit = 1_000_000

  /// The size in bytes.
  package var byteCount: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.byteCount
    }
  }

  /// Reads all of it; blocks where it is a file.
  /// - Throws: `SystemError` where the disk fails or the file has become shorter.
  package func contents() throws(SystemError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .file(let file): try file.contents()
    }
  }
}

/// A file with a body that stays readable as long as this is held, even when its name has gone.
///
/// Callable from any thread; every read names its own place.
package final class BodyFile: Sendable {
  /// The size in bytes.
  package let byteCount: Int
  let descriptor: Int32
  /// A name that goes with the last holder; nil where there is none, or it is to stay.
  private let temporary: Mutex<Place?>

  /// Where a file lies.
  typealias Place = (folder: OwnFolder, name: String)

  /// Takes over an open descriptor, and a name to remove in the end.
  init(descriptor: Int32, byteCount: Int, temporary: Place? = nil) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.temporary = Mutex(temporary)
  }

  deinit {
    if let place = temporary.withLock({ $0 }) { place.folder.remove(place.name) }
    close(descriptor)
  }

  /// Gives the file a name that stays, on the same file system.
  /// - Throws: `SystemError`; the file keeps the name it had.
  func keep(as name: String, in folder: OwnFolder) throws(SystemError) {
    let failure = temporary.withLock { place -> Int32 in
      // One without a name lies elsewhere because there was no room here.
      guard let current = place else { return ENOSPC }
      let failure = current.folder.move(current.name, to: folder, as: name)
      if failure == 0 { place = nil }
      return failure
    }
    guard failure == 0 else { throw SystemError(failure) }
  }

  /// A path under which this process can open the file again while this is held.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  /// Reads all of it; blocks.
  /// - Throws: `SystemError` where the disk fails or the file has become shorter.
  package func contents() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    try forEachChunk { bytes += $0 }
    return bytes
  }

  /// Reads all of it, 256 KiB at a time; blocks.
  /// - Throws: `SystemError` where the disk fails or the file has become shorter.
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
