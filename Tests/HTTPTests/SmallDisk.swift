import Glibc
import TestSupport

/// A file system of a test's own in memory, of a given size.
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

  /// Remounts it read-only, for root as well; false while a file on it is still open for writing.
  func forbidWriting() -> Bool {
    mount("photocell-test", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
  }
}
