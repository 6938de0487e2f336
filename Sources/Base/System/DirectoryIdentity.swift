internal import CLinux
internal import Glibc

/// The identity of a directory and the mount that it was reached through.
///
/// A file system mounted later at the same path differs, even with equal device and inode numbers.
package struct DirectoryIdentity: Sendable {
  private let device: UInt64
  private let inode: UInt64
  /// Zero if unknown (before Linux 6.8).
  private let mount: UInt64
  private let hasStableInodes: Bool

  package init?(of folder: borrowing Descriptor) {
    guard let status = folder.status else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mount = cl_mount_id(folder.number)
    hasStableInodes = FileSystem.hasStableInodes(folder)
  }
}

extension DirectoryIdentity: Hashable {
  /// Compares inodes only if they are stable.
  package static func == (left: DirectoryIdentity, right: DirectoryIdentity) -> Bool {
    guard left.device == right.device, left.mount == right.mount else { return false }
    return left.inode == right.inode || left.mount != 0 && !left.hasStableInodes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(mount)
  }
}
