import CLinux
import Glibc
import System
import Values

/// A name in an open folder, whether something has that name or not; blocks wherever it is asked.
///
/// What is done with it is done in that folder, whatever becomes of the path that led there.
struct FilePlace: ~Copyable {
  let folder: Descriptor
  let name: ByteString

  /// Opens the folder that a path leads into; links on the way are followed, the last one is not.
  init(_ path: ByteString) throws(FileActionError) {
    try self.init(path.lastName, in: path.folderPath)
  }

  /// Opens a folder for a name in it.
  init(_ name: ByteString, in path: ByteString) throws(FileActionError) {
    if let problem = NameProblem(of: name) { throw .badName(FileName(name), problem) }
    guard let folder = DeepPath.openFolder(path.bytes) else {
      throw .noFolder(FileName(path), .last)
    }
    self.folder = folder
    self.name = name
  }

  /// Takes an open folder.
  init(_ name: ByteString, in folder: consuming Descriptor) {
    self.folder = folder
    self.name = name
  }

  /// What the kernel says of what has the name; nil where nothing has it.
  var status: stat? {
    var status = stat()
    let isThere = unsafe fstatat(folder.number, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0
    return isThere ? status : nil
  }

  /// The same of what a link leads to.
  var targetStatus: stat? {
    var status = stat()
    return unsafe fstatat(folder.number, name.cString, &status, 0) == 0 ? status : nil
  }

  /// The file that has the name, or the link, as it is now.
  /// - Throws: `gone` or `noFile`.
  func identity() throws(FileActionError) -> FileIdentity {
    guard let status else { throw .gone(FileName(name)) }
    guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
      throw .noFile(FileName(name))
    }
    return FileIdentity(status)
  }

  /// Whether what has the name now is a file that was renamed to it, and no other that took its place just before.
  ///
  /// Where inode numbers are made up that cannot be told.
  func holds(_ identity: FileIdentity) -> Bool {
    guard let status else { return false }
    return FileIdentity(status) == identity || !FileSystem.hasStableInodes(folder)
  }

  /// The absolute path, without links among its folders.
  /// - Throws: Why the folder's path is not known.
  func path() throws(SystemError) -> ByteString {
    try folder.folderPath().appending(name)
  }

  /// Gives what has this name the other one, in the same file system, and never replaces anything.
  /// - Throws: `EEXIST` where something has that name, `EXDEV` on another file system.
  func rename(to other: borrowing FilePlace) throws(SystemError) {
    let (old, new) = (name.cString, other.name.cString)
    if unsafe cl_rename_new(folder.number, old, other.folder.number, new) == 0 { return }
    // What file systems say that do not know how, and kernels.
    guard errno == EINVAL || errno == ENOSYS else { throw .last }
    guard unsafe linkat(folder.number, old, other.folder.number, new, 0) == 0 else { throw .last }
    guard unsafe unlinkat(folder.number, old, 0) == 0 else {
      let reason = SystemError.last
      _ = unsafe unlinkat(other.folder.number, new, 0)
      throw reason
    }
  }

  /// Takes the name away from the file that has it.
  func remove() throws(SystemError) {
    guard unsafe unlinkat(folder.number, name.cString, 0) == 0 else { throw .last }
  }
}

extension Descriptor {
  /// The absolute path of an open folder, without links.
  /// - Throws: Why it is not known: `ENAMETOOLONG` where it is longer than a page.
  func folderPath() throws(SystemError) -> ByteString {
    let capacity = Int(PATH_MAX) + 1
    var text = [CChar](repeating: 0, count: capacity)
    let length = unsafe readlink("/proc/self/fd/\(number)", &text, capacity)
    guard length >= 0 else { throw .last }
    return ByteString(text[..<length].map(UInt8.init(bitPattern:)))
  }

  /// Has the names in an open folder outlast a loss of power, as far as its file system can.
  func keepNames() {
    let folder = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
