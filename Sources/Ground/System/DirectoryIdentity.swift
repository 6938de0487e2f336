internal import CLinux
internal import Glibc

/// A directory and the mount that it was reached through: another file system that is mounted later at the same path
/// has another identity, even where device and inode numbers are the same.
package struct DirectoryIdentity: Sendable {
  private let device: UInt64
  private let inode: UInt64
  /// Zero where the kernel does not tell (before Linux 6.8).
  private let mount: UInt64
  private let hasStableInodes: Bool

  /// Asks the kernel about an open directory.
  /// - Returns: Nil where it does not answer.
  package init?(of folder: borrowing Descriptor) {
    guard let status = folder.status else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mount = cl_mount_id(folder.number)
    hasStableInodes = FileSystem.hasStableInodes(folder)
  }
}

extension DirectoryIdentity: Hashable {
  /// Whether both are the same directory of the same mount.
  package static func == (left: DirectoryIdentity, right: DirectoryIdentity) -> Bool {
    guard left.device == right.device, left.mount == right.mount else { return false }
    return left.inode == right.inode || left.mount != 0 && !left.hasStableInodes
  }

  /// Feeds what equal ones have in common.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(mount)
  }
}
