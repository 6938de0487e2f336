import Glibc
import TestSupport

/// A file system of a test's own on a disk that fails when the test says so.
///
/// From then on it cannot be written to, not even by open files: `errors=remount-ro` (ext4(5)).
/// The kernel refuses to mount it again as read-only while files are open for writing.
final class FailingDisk: Sendable {
  let folder = TemporaryFolder()
  private let device = TemporaryFolder()

  /// Whether this user may mount one: inside a container often not.
  static let isPossible = FailingDisk() != nil

  init?() {
    let make = """
      truncate -s 8M "$0" && mkfs.ext4 -q "$0" && mount -o loop,errors=remount-ro "$0" "$1"
      """
    guard Self.run(make, [device.name("disk"), folder.path]) else { return nil }
  }

  deinit {
    umount2(folder.path, Int32(MNT_DETACH))
  }

  /// Has the disk fail; what was written can still be read.
  /// - Returns: Whether it has.
  func fail() -> Bool {
    Self.run("mount -o remount,abort \"$0\"", [folder.path])
  }

  private static func run(_ script: String, _ words: [String]) -> Bool {
    let process = ChildProcess(
      "PATH=/usr/sbin:/sbin:$PATH; { \(script); } >/dev/null 2>&1 && echo", words)
    defer { close(process.output) }
    return process.wait(forBytes: 1) == 1
  }
}
