import Glibc
import System
import Values

/// One trash of a user: the files, and what is noted of them.
struct TrashFolder: ~Copyable {
  /// The folder of the trashed files.
  let files: Descriptor
  private let info: Descriptor
  /// The uppermost folder of the file system, which paths are noted from; nil for the trash at home.
  let top: ByteString?

  /// Opens a trash, and makes in it what is missing.
  init(_ folder: borrowing Descriptor, top: ByteString?) throws(SystemError) {
    let files = try Self.open("files", in: folder)
    let info = try Self.open("info", in: folder)
    self.files = files
    self.info = info
    self.top = top
  }

  /// Opens the folder of a name that nobody else may write to, and makes it where there is none.
  /// - Throws: `ENOTDIR` where that is a link or no folder, `EPERM` where it is somebody else's.
  static func open(_ name: String, in folder: borrowing Descriptor) throws(SystemError)
    -> Descriptor
  {
    if unsafe mkdirat(folder.number, name, 0o700) != 0, errno != EEXIST { throw .last }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let number = unsafe openat(folder.number, name, flags)
    guard number >= 0 else { throw .last }
    let opened = Descriptor(taking: number)
    guard let status = opened.status, status.st_uid == geteuid() else { throw SystemError(EPERM) }
    return opened
  }

  /// Notes that a file is going to be trashed.
  /// - Returns: False where the trash has something of this name.
  func note(_ note: TrashInfo, as name: ByteString) throws(SystemError) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let number = unsafe openat(info.number, Self.infoName(of: name).cString, flags, 0o600)
    guard number >= 0 else {
      guard errno == EEXIST else { throw .last }
      return false
    }
    let file = Descriptor(taking: number)
    if let failure = writeAll(Array(note.text.utf8), to: file.number) {
      forget(name)
      throw failure
    }
    return true
  }

  /// Removes what is noted of a file, which is no more in the trash.
  func forget(_ name: ByteString) {
    _ = unsafe unlinkat(info.number, Self.infoName(of: name).cString, 0)
  }

  /// What is noted of a file; nil where nothing is.
  func note(of name: ByteString) -> TrashInfo? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let number = unsafe openat(info.number, Self.infoName(of: name).cString, flags)
    guard number >= 0 else { return nil }
    let file = Descriptor(taking: number)
    var bytes: [UInt8] = []
    // A path of four kilobytes, each byte of which takes three.
    guard file.read(65_536, at: 0, into: &bytes) == 0 else { return nil }
    return TrashInfo(bytes)
  }

  /// The longest name that a trashed file may have, in bytes.
  static var longestName: Int { FileNameRule.longest - TrashInfo.fileExtension.utf8.count }

  private static func infoName(of name: ByteString) -> ByteString {
    ByteString(name.bytes + Array(TrashInfo.fileExtension.utf8))
  }
}
