internal import Base
internal import Glibc

/// Writes files atomically, also with concurrent writers.
struct ThumbnailWriting: ~Copyable {
  private let folder: Descriptor

  static let unfinishedPrefix = ".photocell-"
  static let unfinishedSuffix = ".tmp"

  init(in folder: consuming Descriptor) {
    self.folder = folder
  }

  /// Writes a temporary file and renames it; blocks.
  ///
  /// Not synced: after a power failure the checksums detect damage. On errors the existing file is
  /// unchanged. Returns the time by the clock of the volume.
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

  /// Removes unfinished files of killed writers that are at least an hour old; blocks.
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
