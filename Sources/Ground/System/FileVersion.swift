package import Glibc

/// A file as it is at one moment: while it stays the same, so does the content.
///
/// Time of change and inode are part of it, because a file may be replaced or rewritten within the
/// same second and keep its size and its time of modification.
package struct FileVersion: Hashable, Sendable {
  /// The file system that the file lies on.
  package let device: UInt64
  /// The number of the file there.
  package let inode: UInt64
  /// The size in bytes.
  package let byteCount: Int
  /// When the content last changed.
  package let modified: FileTime
  /// When the content or what is known of the file last changed; it cannot be set by programs.
  package let changed: FileTime

  /// Takes what the kernel says of a file.
  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = status.st_size
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
  }

  /// Looks at the file that a path names, through links; blocks.
  ///
  /// Nil where there is no regular file.
  /// - Parameter path: A path of any length as bytes, without a terminating zero.
  package init?(path: [UInt8]) {
    guard let status = DeepPath.status(of: path), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }
}
