internal import CLinux
internal import Glibc

/// What file systems can do (statfs(2)).
package enum FileSystem {
  /// Asks whether files may change on a file system without this kernel's knowing, since it is another
  /// machine's or another program's; blocks.
  /// - Parameter path: A path of something on it as bytes, without a terminating zero.
  /// - Returns: False where nothing can be said.
  package static func isShared(at path: [UInt8]) -> Bool {
    var status = statfs()
    let text = path.map(CChar.init(bitPattern:)) + [0]
    guard unsafe statfs(text, &status) == 0 else { return false }
    return sharedKinds.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Asks whether files of a file system keep their inode numbers as long as they exist.
  ///
  /// FAT, exFAT, and most file systems in user space and on servers, make numbers up, and others when a file has been
  /// out of the kernel's cache.
  /// - Parameter file: An open file or directory on it.
  /// - Returns: True where nothing can be said.
  package static func hasStableInodes(_ file: borrowing Descriptor) -> Bool {
    var status = statfs()
    guard unsafe fstatfs(file.number, &status) == 0 else { return true }
    return !unstableKinds.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// FAT, exFAT, FUSE, SMB and CIFS (linux/magic.h).
  private static let unstableKinds: Set<UInt32> = [
    0x4D44, 0x2011_BAB0, 0x6573_5546, 0x517B, 0xFF53_4D42, 0xFE53_4D42,
  ]

  /// NFS, SMB and CIFS, FUSE, 9P, Ceph, AFS, Coda, Lustre, GFS2, OCFS2, and the folders that virtual
  /// machines get from their hosts (statfs(2), linux/magic.h).
  private static let sharedKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    0x6B41_4653, 0x7375_7245, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F, 0x786F_4256, 0x7C7C_6673,
  ]
}
