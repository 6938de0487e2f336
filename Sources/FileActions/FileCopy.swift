import Base
import CLinux
import Glibc

struct FileCopy: ~Copyable {
  /// Bytes copied between checks for cancellation.
  private static let piece = 8 << 20

  private static let stopped = SystemError(ECANCELED)
  private static let unlike = SystemError(EBADMSG)

  private let source: Descriptor
  private let name: FileName
  private let operation: FileActionError.Operation
  private let before: FileIdentity
  private let status: stat

  /// Opens the file, following links; throws `gone`, `noFile`, or why it cannot be read.
  init(
    of place: borrowing FilePlace, for operation: FileActionError.Operation
  ) throws(FileActionError) {
    let name = FileName(place.name)
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let source = Descriptor.open(place.name, in: place.folder, flags) else {
      throw errno == ENOENT ? .gone(name) : .failed(operation, name, .last)
    }
    guard let status = source.status else { throw .failed(operation, name, .last) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile(name) }
    self.source = source
    (self.name, self.operation) = (name, operation)
    (self.status, before) = (status, FileIdentity(status))
  }

  /// Makes a durable copy, or leaves nothing; throws `taken` if the name is in use. `onProgress`
  /// receives the number of bytes copied; false cancels.
  func make(
    at target: borrowing FilePlace, onProgress: (Int) -> Bool
  ) throws(FileActionError) -> FileIdentity {
    try make(at: target) { draft throws(SystemError) in
      try copyContent(to: draft, onProgress: onProgress)
    }
  }

  /// Like `make`, but the copy gets its name only after it was read back from the disk; `hash` is
  /// that of the content.
  func makeVerified(
    at target: borrowing FilePlace, hash: inout UInt64, onProgress: (Int) -> Bool
  ) throws(FileActionError) -> FileIdentity {
    var written = XXHash64()
    let identity = try make(at: target) { draft throws(SystemError) in
      try rewrite(to: draft, onProgress: onProgress) { written.add($0[...]) }
    } check: { draft throws(SystemError) in
      guard try Self.hash(of: draft) == written.value else { throw Self.unlike }
    }
    hash = written.value
    return identity
  }

  /// XXH64 of the content; read from the disk itself, where all of it was written there (fsync).
  static func hash(of file: borrowing Descriptor) throws(SystemError) -> UInt64 {
    posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
    var (hash, bytes, done) = (XXHash64(), [UInt8](), 0)
    repeat {
      bytes.removeAll(keepingCapacity: true)
      let failure = file.read(piece, at: done, into: &bytes)
      guard failure == 0 else { throw SystemError(failure) }
      hash.add(bytes[...])
      done += bytes.count
    } while !bytes.isEmpty
    return hash.value
  }

  private func make(
    at target: borrowing FilePlace,
    content: (borrowing Descriptor) throws(SystemError) -> Void,
    check: (borrowing Descriptor) throws(SystemError) -> Void = { _ in }
  ) throws(FileActionError) -> FileIdentity {
    do throws(SystemError) {
      guard let folder = target.folder.duplicate() else { throw .last }
      let draft = try FileDraft(in: folder)
      try content(draft.file)
      try copyFacts(to: draft.file)
      guard fsync(draft.file.number) == 0 else { throw .last }
      try check(draft.file)
      guard let now = source.status, FileIdentity(now) == before else { throw SystemError(ESTALE) }
      guard let copy = draft.file.status else { throw .last }
      try draft.place(as: target.name)
      return FileIdentity(copy)
    } catch {
      switch error {
      case Self.stopped: throw .cancelled(name)
      case SystemError(ESTALE): throw .changedMeanwhile(name)
      case Self.unlike: throw .unlike(name)
      case SystemError(EEXIST): throw .taken(FileName(target.name))
      default: throw .failed(operation, name, error)
      }
    }
  }

  func hasContent(of place: borrowing FilePlace) -> Bool {
    guard let other = place.openedFile(ofSize: status.st_size) else { return false }
    var (bytes, others): ([UInt8], [UInt8]) = ([], [])
    var done = 0
    repeat {
      bytes.removeAll(keepingCapacity: true)
      others.removeAll(keepingCapacity: true)
      guard source.read(Self.piece, at: done, into: &bytes) == 0,
        other.read(Self.piece, at: done, into: &others) == 0, bytes == others
      else { return false }
      done += bytes.count
    } while !bytes.isEmpty
    return true
  }

  private func copyContent(to draft: borrowing Descriptor, onProgress: (Int) -> Bool)
    throws(SystemError)
  {
    if cl_clone(source.number, draft.number) == 0 { return }
    var done = 0
    while true {
      guard onProgress(done) else { throw Self.stopped }
      let count = cl_copy_range(source.number, draft.number, Self.piece)
      if count == 0 { break }
      guard count > 0 else {
        // Not supported between these file systems, or by this kernel: read and write.
        guard done == 0, [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { throw .last }
        return try rewrite(to: draft, onProgress: onProgress)
      }
      done += count
    }
    // Some kernels copy nothing from file systems that generate content, such as procfs.
    if done == 0 { try rewrite(to: draft, onProgress: onProgress) }
  }

  private func rewrite(
    to draft: borrowing Descriptor, onProgress: (Int) -> Bool,
    onPiece: ([UInt8]) -> Void = { _ in }
  ) throws(SystemError) {
    var bytes: [UInt8] = []
    var done = 0
    repeat {
      guard onProgress(done) else { throw Self.stopped }
      bytes.removeAll(keepingCapacity: true)
      let failure = source.read(Self.piece, at: done, into: &bytes)
      guard failure == 0 else { throw SystemError(failure) }
      if let failure = writeAll(bytes, to: draft.number) { throw failure }
      onPiece(bytes)
      done += bytes.count
    } while !bytes.isEmpty
  }

  private func copyFacts(to draft: borrowing Descriptor) throws(SystemError) {
    cl_copy_attributes(source.number, draft.number)
    // A foreign file becomes the user's; set-user-ID and set-group-ID bits are not copied.
    guard fchmod(draft.number, status.st_mode & 0o777) == 0 else { throw .last }
    let times = [status.st_atim, status.st_mtim]
    guard unsafe futimens(draft.number, times) == 0 else { throw .last }
  }
}

extension FilePlace {
  fileprivate func openedFile(ofSize size: off_t) -> Descriptor? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = Descriptor.open(name, in: folder, flags), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG, status.st_size == size
    else { return nil }
    return file
  }

  /// XXH64 of the content of a regular file; links are followed.
  func hash() throws(FileActionError) -> UInt64 {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    return try rethrowing(as: { FileActionError.failed(.copy, FileName(name), $0) }) {
      () throws(SystemError) in
      guard let file = Descriptor.open(name, in: folder, flags) else { throw .last }
      return try FileCopy.hash(of: file)
    }
  }

  func hasContent(_ bytes: [UInt8]) -> Bool {
    guard let file = openedFile(ofSize: bytes.count) else { return false }
    var content: [UInt8] = []
    return file.read(bytes.count, at: 0, into: &content) == 0 && content == bytes
  }
}

extension FilePlace {
  /// Moves a file, or a link itself, to an unused name within its file system; on errors it is
  /// where it was. Throws `taken`, or `failed` with `EXDEV` across file systems.
  func move(
    to target: borrowing FilePlace, as operation: FileActionError.Operation
  ) throws(FileActionError) -> FileIdentity {
    let identity = try identity()
    do throws(SystemError) {
      try rename(identity, to: target)
      return identity
    } catch {
      let name = FileName(name)
      switch error.number {
      case EEXIST: throw .taken(FileName(target.name))
      case ESTALE: throw .changedMeanwhile(name)
      case ENOENT: throw .gone(name)
      default: throw .failed(operation, name, error)
      }
    }
  }

  func copy(
    to target: borrowing FilePlace, as operation: FileActionError.Operation,
    onProgress: (Int) -> Bool = { _ in true }
  ) throws(FileActionError) -> FileIdentity {
    guard let status, status.st_mode & S_IFMT == S_IFLNK else {
      return try FileCopy(of: self, for: operation).make(at: target, onProgress: onProgress)
    }
    var goal = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlinkat(folder.number, name.cString, &goal, Int(PATH_MAX))
    guard length >= 0, unsafe symlinkat(goal, target.folder.number, target.name.cString) == 0 else {
      throw errno == EEXIST
        ? .taken(FileName(target.name)) : .failed(operation, FileName(name), .last)
    }
    return try target.identity()
  }

  func remove(as operation: FileActionError.Operation) throws(FileActionError) {
    try rethrowing(as: { FileActionError.failed(operation, FileName(name), $0) }) {
      () throws(SystemError) in
      try remove()
    }
  }
}
