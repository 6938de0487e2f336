internal import Base
package import Glibc

/// An open folder owned by the user and writable only by that user; thread-safe, but blocks.
///
/// Uses the descriptor and follows no links: never another folder, even if the path has changed.
package final class PrivateDirectory: Sendable {
  private let descriptor: Descriptor

  private static let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC

  /// Opens a folder, following links; throws `CacheError.unusable`.
  package init(path: String) throws(CacheError) {
    descriptor = try Self.checked(unsafe Glibc.open(path, Self.flags))
  }

  /// Makes missing folders too, private to the user. Throws `CacheError.unusable`.
  package convenience init(making path: String) throws(CacheError) {
    FileSystem.makeFolders(above: Array(path.utf8), mode: 0o700)
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .unusable(errno: errno) }
    try self.init(path: path)
  }

  /// With `isMade`, a missing folder is made, private to the user. Throws `CacheError.unusable`,
  /// with `ELOOP` for a link.
  package init(_ name: String, in parent: PrivateDirectory, isMade: Bool) throws(CacheError) {
    if isMade, unsafe mkdirat(parent.descriptor.number, name, 0o700) != 0, errno != EEXIST {
      throw .unusable(errno: errno)
    }
    let opened = unsafe openat(parent.descriptor.number, name, Self.flags | O_NOFOLLOW)
    let error = errno
    if opened < 0, let status = parent.status(of: name), status.st_mode & S_IFMT == S_IFLNK {
      throw .unusable(errno: ELOOP)
    }
    errno = error
    descriptor = try Self.checked(opened)
  }

  /// Takes ownership of a descriptor, after checking owner and permissions.
  private static func checked(_ number: Int32) throws(CacheError) -> Descriptor {
    guard number >= 0 else { throw .unusable(errno: errno) }
    let descriptor = Descriptor(taking: number)
    guard let status = descriptor.status else { throw .unusable(errno: errno) }
    guard status.st_uid == geteuid() else { throw .unusable(errno: EACCES) }
    guard status.st_mode & 0o022 == 0 else { throw .unusable(errno: EPERM) }
    return descriptor
  }

  /// The `errno` that prevents writing; nil if it is possible.
  package var writingFault: Int32? {
    unsafe faccessat(descriptor.number, ".", W_OK, AT_EACCESS) == 0 ? nil : errno
  }

  /// Does not follow links; nil if there is no such entry.
  package func status(of name: String) -> stat? {
    var status = stat()
    return unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// All names except `.` and `..`; empty if the folder cannot be read.
  package func names() -> [String] { DirectoryStream.names(in: descriptor).map(\.lossyText) }

  /// Opens a file for reading; negative on failure, including for links.
  package func open(_ name: String) -> Int32 {
    unsafe openat(descriptor.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  }

  /// Creates a private file and opens it; negative if it exists.
  package func create(_ name: String) -> Int32 {
    unsafe openat(
      descriptor.number, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }

  /// Does not open it: closing a descriptor would release SQLite's locks in this process.
  package func makeFile(_ name: String) {
    unsafe mknodat(descriptor.number, name, S_IFREG | 0o600, 0)
  }

  /// Makes a file private to the user, unless it is foreign or has several hard links.
  package func protect(_ name: String) {
    guard let status = status(of: name), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1, status.st_mode & 0o077 != 0
    else { return }
    unsafe fchmodat(descriptor.number, name, 0o600, AT_SYMLINK_NOFOLLOW)
  }

  /// The content of a file; nil if it is missing, foreign or larger than `byteLimit`.
  package func content(of name: String, byteLimit: Int) -> [UInt8]? {
    let file = Descriptor(taking: open(name))
    var bytes: [UInt8] = []
    guard file.number >= 0, let status = file.status, status.st_uid == geteuid(),
      status.st_size <= byteLimit, file.read(status.st_size, at: 0, into: &bytes) == 0
    else { return nil }
    return bytes
  }

  /// Replaces a file atomically; the old one is kept on failure.
  package func replace(_ name: String, by bytes: [UInt8]) {
    let draft = DraftName.unused().lossyText
    let file = Descriptor(taking: create(draft))
    DraftName.lock(file)
    guard file.number >= 0, writeAll(bytes, to: file.number) == nil,
      move(draft, to: self, as: name) == 0
    else {
      remove(draft)
      return
    }
  }

  /// Renames an entry into a folder on the same file system; returns zero or `errno`.
  package func move(_ name: String, to folder: PrivateDirectory, as newName: String) -> Int32 {
    unsafe renameat(descriptor.number, name, folder.descriptor.number, newName) == 0 ? 0 : errno
  }

  /// Removes a file, a link or an empty folder; returns whether it is gone.
  @discardableResult
  package func remove(_ name: String) -> Bool {
    if unsafe unlinkat(descriptor.number, name, 0) == 0 { return true }
    guard errno == EISDIR else { return false }
    return unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) == 0
  }
}
