import Base
import Glibc

/// One trash: its files and their records.
struct TrashFolder: ~Copyable {
  let files: Descriptor
  private let info: Descriptor
  /// The top folder that recorded paths are relative to; nil for the home trash.
  let top: ByteString?

  /// Opens a trash, and makes missing folders.
  init(_ folder: borrowing Descriptor, top: ByteString?) throws(SystemError) {
    let files = try Self.open("files", in: folder)
    let info = try Self.open("info", in: folder)
    self.files = files
    self.info = info
    self.top = top
  }

  /// Opens or makes a private folder; `ENOTDIR` for links, `EPERM` if another user owns it.
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

  /// Records a file before it is moved to the trash; false if the name is in use.
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

  func forget(_ name: ByteString) {
    _ = unsafe unlinkat(info.number, Self.infoName(of: name).cString, 0)
  }

  func note(of name: ByteString) -> TrashInfo? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let number = unsafe openat(info.number, Self.infoName(of: name).cString, flags)
    guard number >= 0 else { return nil }
    let file = Descriptor(taking: number)
    var bytes: [UInt8] = []
    // A path of up to 4 KB, percent-encoded.
    guard file.read(65_536, at: 0, into: &bytes) == 0 else { return nil }
    return TrashInfo(bytes)
  }

  /// In bytes.
  static var longestName: Int { FileNameRule.longest - TrashInfo.fileExtension.utf8.count }

  private static func infoName(of name: ByteString) -> ByteString {
    ByteString(name.bytes + Array(TrashInfo.fileExtension.utf8))
  }
}
