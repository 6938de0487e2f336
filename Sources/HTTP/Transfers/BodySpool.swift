internal import Glibc

struct BodySpool {
  /// Maximum bytes in memory if no disk has space.
  static let memoryLimit = 64_000_000

  private(set) var byteCount = 0
  private var bytes: [UInt8] = []
  private var file: SpoolFile?
  /// Folders not tried yet; nil is the system's temporary folder.
  private var folders: [SpoolFolder?]

  init(folder: SpoolFolder?) {
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
