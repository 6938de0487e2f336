internal import Glibc

/// A file that is being written, and goes with its last holder.
///
/// In the cache's folder it has a name, to be renamed in the end, and a lock that tells others that
/// somebody still writes it; elsewhere it has no name at all.
final class SpoolFile {
  private let descriptor: Int32
  private var name: String?
  private var byteCount = 0
  private var isFinished = false

  /// Makes an empty file; nil where the folder takes none.
  /// - Parameter folder: The folder; nil for `$TMPDIR` or `/tmp`.
  init?(in folder: String?) {
    let place = folder ?? Self.systemFolder
    let name = "\(place)/\(getpid())-\(UInt64.random(in: .min ... .max))"
    descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX | LOCK_NB)
    self.name = name
    if folder == nil {
      unsafe unlink(name)
      self.name = nil
    }
  }

  deinit {
    guard !isFinished else { return }
    if let name { unsafe unlink(name) }
    if descriptor >= 0 { close(descriptor) }
  }

  private static var systemFolder: String {
    guard let path = unsafe getenv("TMPDIR"), unsafe path.pointee == CChar(UInt8(ascii: "/")) else {
      return "/tmp"
    }
    return unsafe String(cString: path)
  }

  /// Appends a piece; false where the disk does not take it, and the file is as it was.
  func write(_ piece: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < piece.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: piece[done...])
      let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, byteCount + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    byteCount += done
    return true
  }

  /// Reads everything back.
  func contents() throws(NetworkError) -> [UInt8] {
    try BodyFile(descriptor: dup(descriptor), byteCount: byteCount).read()
  }

  /// Hands the file over to readers.
  func finished() -> BodyFile {
    isFinished = true
    return BodyFile(descriptor: descriptor, byteCount: byteCount, temporaryName: name)
  }
}
