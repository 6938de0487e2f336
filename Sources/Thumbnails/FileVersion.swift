import Glibc

/// What changes when a file gets other content, or another file gets its name.
struct FileVersion: Hashable, Sendable {
  /// The volume, as the kernel numbers it until it is mounted again.
  let device: UInt64
  /// The number of the file on its volume.
  let inode: UInt64
  /// The size in bytes.
  let byteCount: Int
  /// When the content was last changed, as any program may say.
  let modified: FileTime
  /// When anything of the file was last changed, which no program can say.
  let changed: FileTime

  /// Looks at the file that a path names, through links; blocks.
  ///
  /// Nil where there is no regular file, or the path is longer than one call takes.
  /// - Parameter path: A path as bytes without a terminating zero.
  init?(path: [UInt8]) {
    guard !path.contains(0) else { return nil }
    var status = stat()
    guard unsafe stat(path.cString, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Takes what the kernel says; nil for anything but a regular file.
  init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = status.st_size
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
  }
}
