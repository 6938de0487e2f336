package import Base
import Glibc

/// Identifies the version of a file that an action left, to detect changes by others.
///
/// The inode's change time is excluded, as renaming changes it too.
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
