import Glibc
package import System
import Values

/// A file as an action left it: while it stays the same nobody else has had a hand in it.
///
/// The time at which its inode changed is no part of it, since a new name changes that as well.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the file on its file system.
  package let inode: UInt64
  /// The size in bytes.
  package let byteCount: Int
  /// When the content last changed.
  package let modified: FileTime

  init(_ status: stat) {
    inode = UInt64(status.st_ino)
    byteCount = status.st_size
    modified = FileTime(status.st_mtim)
  }
}
