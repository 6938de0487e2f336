internal import Glibc
internal import ResponseStore

/// Collects a body: a small one in memory, a larger one in a file where possible.
struct BodySpool {
  /// The greatest size that is held in memory where no disk has room, in bytes.
  static let memoryLimit = 64_000_000

  private(set) var byteCount = 0
  private var bytes: [UInt8] = []
  private var file: SpoolFile?
  /// Where a file has not been tried yet; nil is the system's own folder for such files.
  private var folders: [SpoolFolder?]

  init(folder: SpoolFolder?) {
    folders = folder == nil ? [nil] : [folder, nil]
  }

  /// Adds a piece.
  /// - Throws: `NetworkError.cannotKeep` where neither disk nor memory has room.
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

  /// Adds what has come before; blocks where that is a file.
  /// - Throws: `NetworkError.cannotKeep` where the disk fails, or neither disk nor memory has room.
  mutating func append(_ body: HTTPBody) throws(NetworkError) {
    let bytes = try body.read()
    let failure = unsafe bytes.withUnsafeBytes { piece -> NetworkError? in
      do throws(NetworkError) {
        unsafe try append(piece)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Moves what is in memory to the first folder that takes it.
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

  /// Hands the body over.
  mutating func finish() -> HTTPBody {
    guard let file else { return .bytes(bytes) }
    self.file = nil
    return .file(file.finished())
  }
}
