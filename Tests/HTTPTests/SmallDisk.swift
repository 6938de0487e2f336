import Glibc
import TestSupport

/// A file system of a test's own in memory, as small as it likes.
final class SmallDisk: Sendable {
  let folder = TemporaryFolder()

  /// Whether this user may mount one: inside a container often not.
  static let isPossible = SmallDisk(kilobytes: 64) != nil

  init?(kilobytes: Int) {
    guard mount("photocell-test", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      return nil
    }
  }

  deinit {
    umount2(folder.path, Int32(MNT_DETACH))
  }

  /// Takes away the right to write to it, for root as well; false while somebody may still write to a file on it.
  func forbidWriting() -> Bool {
    mount("photocell-test", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
  }
}
