internal import Glibc
internal import Synchronization

/// A file with a body that stays readable as long as this is held, even when its name has gone.
///
/// Callable from any thread; every read names its own place.
package final class BodyFile: Sendable {
  /// The size in bytes.
  package let byteCount: Int
  let descriptor: Int32
  /// A name that goes with the last holder; nil where there is none, or it is to stay.
  private let temporaryName: Mutex<String?>

  /// Takes over an open descriptor, and a name to remove in the end.
  init(descriptor: Int32, byteCount: Int, temporaryName: String? = nil) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.temporaryName = Mutex(temporaryName)
  }

  deinit {
    if let name = temporaryName.withLock({ $0 }) { unsafe unlink(name) }
    close(descriptor)
  }

  /// Gives the file a name that stays, on the same file system.
  /// - Throws: `NetworkError.cannotKeep`; the file keeps what it had.
  func keep(as path: String) throws(NetworkError) {
    let failure = temporaryName.withLock { name -> Int32 in
      // One without a name lies elsewhere because there was no room here.
      guard let current = name else { return ENOSPC }
      guard unsafe rename(current, path) == 0 else { return errno }
      name = nil
      return 0
    }
    guard failure == 0 else { throw .cannotKeep(errno: failure) }
  }

  /// A path under which this process can open the file again while this is held.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  /// Reads all of it; blocks.
  /// - Throws: `NetworkError.cannotKeep` where the disk fails or the file has become shorter.
  package func read() throws(NetworkError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    try forEachChunk { bytes += $0 }
    return bytes
  }

  /// Reads all of it, 256 KiB at a time; blocks.
  /// - Throws: `NetworkError.cannotKeep` where the disk fails or the file has become shorter.
  func forEachChunk(_ body: (ArraySlice<UInt8>) -> Void) throws(NetworkError) {
    var chunk = [UInt8](repeating: 0, count: min(byteCount, 262_144))
    var offset = 0
    while offset < byteCount {
      let wanted = min(chunk.count, byteCount - offset)
      let count = unsafe pread(descriptor, &chunk, wanted, offset)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .cannotKeep(errno: count < 0 ? errno : EIO) }
      body(chunk[..<count])
      offset += count
    }
  }
}
