internal import CLinux
internal import Glibc

package enum FileSystem {
  /// Whether files may change without the kernel's knowledge; false if unknown, blocks.
  package static func isShared(at path: [UInt8]) -> Bool {
    kind(at: path).map(sharedKinds.contains) ?? false
  }

  /// Like `hasStableInodes(_:)`, but false if unknown; blocks.
  package static func hasStableInodes(at path: [UInt8]) -> Bool {
    kind(at: path).map { !unstableKinds.contains($0) } ?? false
  }

  private static func kind(at path: [UInt8]) -> UInt32? {
    var status = statfs()
    guard unsafe statfs(path.cString, &status) == 0 else { return nil }
    return UInt32(truncatingIfNeeded: status.f_type)
  }

  /// Whether inode numbers are stable; true if unknown.
  ///
  /// FAT, exFAT, most user-space and network file systems assign new ones after cache eviction.
  package static func hasStableInodes(_ file: borrowing Descriptor) -> Bool {
    var status = statfs()
    guard unsafe fstatfs(file.number, &status) == 0 else { return true }
    return !unstableKinds.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Makes the missing parents of a path; errors recur when the path itself is made.
  package static func makeFolders(above path: [UInt8], mode: UInt32) {
    for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
      unsafe mkdir(path[..<end].cString, mode)
    }
  }

  /// FAT, exFAT, FUSE, SMB and CIFS (linux/magic.h).
  private static let unstableKinds: Set<UInt32> = [
    0x4D44, 0x2011_BAB0, 0x6573_5546, 0x517B, 0xFF53_4D42, 0xFE53_4D42,
  ]

  /// NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS, Coda, Lustre, GFS2, OCFS2, VM shares (linux/magic.h).
  private static let sharedKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    0x6B41_4653, 0x7375_7245, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F, 0x786F_4256, 0x7C7C_6673,
  ]
}

/// The identity of a directory and the mount that it was reached through.
///
/// A file system mounted later at the same path differs, even with equal device and inode numbers.
package struct DirectoryIdentity: Sendable {
  private let device, inode: UInt64
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
  package static func == (left: DirectoryIdentity, right: DirectoryIdentity) -> Bool {
    guard left.device == right.device, left.mount == right.mount else { return false }
    return left.inode == right.inode || left.mount != 0 && !left.hasStableInodes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(mount)
  }
}
