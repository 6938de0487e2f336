internal import Glibc
internal import System

/// Puts a file into a folder whole or not at all, whoever else writes it at the same time.
struct ThumbnailWriting: ~Copyable {
  private let folder: Descriptor

  /// How the name of an unfinished file begins and ends.
  static let unfinishedPrefix = ".photocell-"
  static let unfinishedSuffix = ".tmp"

  init(in folder: consuming Descriptor) {
    self.folder = folder
  }

  /// Writes a file under a name of its own and renames it; blocks.
  ///
  /// It is not forced to the disk: after a loss of power its checksums tell, and it is made anew.
  /// - Throws: `ThumbnailError`; the file of that name is as it was.
  /// - Returns: When the file was written, by the clock of its volume.
  @discardableResult borrowing func write(
    _ bytes: [UInt8], as name: String
  ) throws(ThumbnailError) -> FileTime {
    let unfinished = Self.unfinishedName()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe openat(folder.number, unfinished, flags, 0o600))
    else {
      throw ThumbnailError(errno: errno)
    }
    do throws(ThumbnailError) {
      try file.write(bytes)
      guard unsafe renameat(folder.number, unfinished, folder.number, name) == 0 else {
        throw ThumbnailError(errno: errno)
      }
    } catch {
      unsafe unlinkat(folder.number, unfinished, 0)
      throw error
    }
    return file.status.map { FileTime($0.st_mtim) } ?? FileTime(seconds: 0)
  }

  /// Removes what writers left behind that were killed; blocks.
  /// - Parameter time: The time now; what is at least an hour older is left behind.
  borrowing func sweep(at time: FileTime) {
    ThumbnailFolder.names(in: folder).forEach { name in
      guard name.starts(with: Self.unfinishedPrefix.utf8),
        name.suffix(4).elementsEqual(Self.unfinishedSuffix.utf8)
      else { return }
      removeIfOld(name.cString, at: time)
    }
  }

  private borrowing func removeIfOld(_ name: [CChar], at time: FileTime) {
    var status = stat()
    guard unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec <= time.seconds - 3600
    else { return }
    unsafe unlinkat(folder.number, name, 0)
  }

  private static func unfinishedName() -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return unfinishedPrefix + "\(getpid())-\(number)" + unfinishedSuffix
  }
}
