import Glibc

/// A small file system in memory, for a process that ends soon and has its own view of the disks.
enum SmallDisk {
  private typealias Mount =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt,
      UnsafePointer<CChar>?
    ) -> Int32
  private typealias Unmount = @convention(c) (UnsafePointer<CChar>) -> Int32
  private typealias Unshare = @convention(c) (Int32) -> Int32

  // The Glibc module leaves the functions and the flags out (sched.h, sys/mount.h).
  private static let newNamespace: Int32 = 0x20000
  private static let privateTree: UInt = 1 << 18 | 1 << 14
  private static let remountReadOnly: UInt = 32 | 1

  /// Whether this user may mount at all here.
  static let isPossible =
    geteuid() == 0
    && (try? Tool.output(of: ["unshare", "-m", "sh", "-c", "mount -t tmpfs x /mnt && echo yes"]))
      == "yes\n"

  /// Mounts a file system that no other process sees.
  static func mount(at path: String, options: String) -> Bool {
    let unshare = unsafeBitCast(dlsym(nil, "unshare"), to: Unshare.self)
    return unshare(newNamespace) == 0 && call(nil, "/", nil, privateTree, nil)
      && call("x", path, "tmpfs", 0, options)
  }

  /// Unmounts the file system, so that its folder can be removed.
  static func unmount(_ path: String) {
    let unmount = unsafeBitCast(dlsym(nil, "umount"), to: Unmount.self)
    precondition(unmount(path) == 0, "a test unmounts what it mounted")
  }

  static func makeReadOnly(_ path: String) -> Bool {
    call("x", path, "tmpfs", remountReadOnly, nil)
  }

  private static func call(
    _ source: String?, _ path: String, _ kind: String?, _ flags: UInt, _ options: String?
  ) -> Bool {
    let mount = unsafeBitCast(dlsym(nil, "mount"), to: Mount.self)
    return mount(source, path, kind, flags, options) == 0
  }
}
