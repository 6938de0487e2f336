package import Glibc
internal import System
internal import Values

/// An open folder that belongs to this user, and that nobody else may write to.
///
/// Whatever is done with its entries goes through the descriptor and follows no link, so it cannot
/// reach another folder, even when the path leads elsewhere by then. Callable from any thread; every
/// call may block.
package final class OwnFolder: Sendable {
  private let descriptor: Descriptor

  private static let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC

  /// Opens the folder at a path, which may lead through links.
  /// - Throws: `CacheError.unusable`.
  package init(path: String) throws(CacheError) {
    descriptor = try Self.checked(unsafe Glibc.open(path, Self.flags))
  }

  /// Opens a folder that lies in another one and is no link.
  /// - Parameters:
  ///   - name: The name of the folder.
  ///   - parent: Where it lies.
  ///   - isMade: Whether it is made where it is missing, for the user alone.
  /// - Throws: `CacheError.unusable`, with `ELOOP` for a link.
  package init(_ name: String, in parent: OwnFolder, isMade: Bool) throws(CacheError) {
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

  /// Takes over a descriptor if it is of a folder as it should be.
  private static func checked(_ number: Int32) throws(CacheError) -> Descriptor {
    guard number >= 0 else { throw .unusable(errno: errno) }
    let descriptor = Descriptor(taking: number)
    guard let status = descriptor.status else { throw .unusable(errno: errno) }
    guard status.st_uid == geteuid() else { throw .unusable(errno: EACCES) }
    guard status.st_mode & 0o022 == 0 else { throw .unusable(errno: EPERM) }
    return descriptor
  }

  /// Why nothing can be written, as `errno`; nil where it can.
  package var writingFault: Int32? {
    unsafe faccessat(descriptor.number, ".", W_OK, AT_EACCESS) == 0 ? nil : errno
  }

  /// What is known of an entry, be it a link; nil where there is none.
  package func status(of name: String) -> stat? {
    var status = stat()
    return unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The names of all entries but `.` and `..`; empty where it cannot be read.
  package func names() -> [String] {
    guard var stream = try? DirectoryStream(reading: descriptor) else { return [] }
    var names: [String] = []
    while let entry = try? stream.next() { names.append(entry.name.lossyText) }
    return names
  }
}

/// What is done with the entries.
extension OwnFolder {
  /// Opens a file for reading; a negative number where that fails, as for a link.
  package func open(_ name: String) -> Int32 {
    unsafe openat(descriptor.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  }

  /// Makes a file for the user alone and opens it; a negative number where there is one already.
  package func create(_ name: String) -> Int32 {
    unsafe openat(
      descriptor.number, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }

  /// Makes an empty file for the user alone where there is none, without opening it: to close it
  /// would give up the locks that SQLite has on it in this process.
  package func makeFile(_ name: String) {
    unsafe mknodat(descriptor.number, name, S_IFREG | 0o600, 0)
  }

  /// Takes the rights to a file from all others; what is not this user's, or has another name beside
  /// this one, stays as it is.
  package func protect(_ name: String) {
    guard let status = status(of: name), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1, status.st_mode & 0o077 != 0
    else { return }
    unsafe fchmodat(descriptor.number, name, 0o600, AT_SYMLINK_NOFOLLOW)
  }

  /// Gives an entry another name, in another folder of the same file system.
  /// - Returns: Zero, or `errno`.
  package func move(_ name: String, to folder: OwnFolder, as newName: String) -> Int32 {
    unsafe renameat(descriptor.number, name, folder.descriptor.number, newName) == 0 ? 0 : errno
  }

  /// Removes an entry: a file, a link, or an empty folder.
  /// - Returns: Whether it has gone.
  @discardableResult
  package func remove(_ name: String) -> Bool {
    if unsafe unlinkat(descriptor.number, name, 0) == 0 { return true }
    guard errno == EISDIR else { return false }
    return unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) == 0
  }
}
