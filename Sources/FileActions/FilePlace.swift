package import Base
import CLinux
import Glibc

/// A name in an open folder, whether or not it exists; all operations block. They apply to that
/// folder even if its path is changed meanwhile.
struct FilePlace: ~Copyable {
  let folder: Descriptor
  let name: ByteString

  init(_ path: ByteString) throws(FileActionError) {
    try self.init(path.lastName, in: path.folderPath)
  }

  init(_ name: ByteString, in path: ByteString) throws(FileActionError) {
    if let problem = NameProblem(of: name) { throw .badName(FileName(name), problem) }
    guard let folder = LongPath.openFolder(path.bytes) else {
      throw .noFolder(FileName(path), .last)
    }
    self.folder = folder
    self.name = name
  }

  init(_ name: ByteString, in folder: consuming Descriptor) {
    self.folder = folder
    self.name = name
  }

  /// Without following a link; nil if the name does not exist.
  var status: stat? { status(AT_SYMLINK_NOFOLLOW) }

  var targetStatus: stat? { status(0) }

  private func status(_ flags: Int32) -> stat? {
    var status = stat()
    return unsafe fstatat(folder.number, name.cString, &status, flags) == 0 ? status : nil
  }

  /// The identity of the file or link; throws `gone` or `noFile`.
  func identity() throws(FileActionError) -> FileIdentity {
    guard let status else { throw .gone(FileName(name)) }
    guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
      throw .noFile(FileName(name))
    }
    return FileIdentity(status)
  }

  /// Whether it is the file that was just renamed to it; always true without stable inode numbers.
  func holds(_ identity: FileIdentity) -> Bool {
    guard let status else { return false }
    return FileIdentity(status) == identity || !FileSystem.hasStableInodes(folder)
  }

  /// The absolute path, with links among its folders resolved.
  func path() throws(SystemError) -> ByteString { try folder.folderPath().appending(name) }

  /// Renames without replacing; `EEXIST` if the name is in use, `EXDEV` across file systems.
  func rename(to other: borrowing FilePlace) throws(SystemError) {
    let (old, new) = (name.cString, other.name.cString)
    if unsafe cl_rename_new(folder.number, old, other.folder.number, new) == 0 { return }
    // The error of file systems and kernels without `RENAME_NOREPLACE`.
    guard errno == EINVAL || errno == ENOSYS else { throw .last }
    guard unsafe linkat(folder.number, old, other.folder.number, new, 0) == 0 else { throw .last }
    guard unsafe unlinkat(folder.number, old, 0) == 0 else {
      let reason = SystemError.last
      _ = unsafe unlinkat(other.folder.number, new, 0)
      throw reason
    }
  }

  /// Renames without replacing; renames back and throws `ESTALE` if that was another file.
  func rename(
    _ identity: FileIdentity, to other: borrowing FilePlace
  ) throws(SystemError) {
    try rename(to: other)
    guard other.holds(identity) else {
      try other.rename(to: self)
      throw SystemError(ESTALE)
    }
  }

  func remove() throws(SystemError) {
    guard unsafe unlinkat(folder.number, name.cString, 0) == 0 else { throw .last }
  }
}

extension Descriptor {
  /// The absolute path of an open folder; throws `ENAMETOOLONG` if it exceeds a page.
  func folderPath() throws(SystemError) -> ByteString {
    let capacity = Int(PATH_MAX) + 1
    var text = [CChar](repeating: 0, count: capacity)
    let length = unsafe readlink("/proc/self/fd/\(number)", &text, capacity)
    guard length >= 0 else { throw .last }
    return ByteString(text[..<length].map(UInt8.init(bitPattern:)))
  }

  /// Makes the folder's entries durable (fsync), if its file system can.
  func keepNames() {
    let folder = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

/// The version of a file after an action, without the inode's change time: renaming changes it.
package struct FileIdentity: Hashable, Sendable {
  package let inode: UInt64
  package let byteCount: Int
  package let modified: FileTime

  init(_ status: stat) {
    inode = UInt64(status.st_ino)
    byteCount = status.st_size
    modified = FileTime(status.st_mtim)
  }
}
