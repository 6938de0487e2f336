internal import Glibc

/// A file of the kernel that tells by POLLPRI when memory is short; closed at the end of its scope.
struct PressureFile: ~Copyable {
  /// What can be polled for POLLPRI.
  let descriptor: Int32

  /// Opens a file of pressure stall information and asks to be told; nil where there is none, or who
  /// asks may not (Linux, Documentation/accounting/psi.rst).
  /// - Parameters:
  ///   - path: `/proc/pressure/memory`, or the like of a control group.
  ///   - trigger: What to be told of: `some 300000 2000000` for stalls of some task of 300 ms in 2 s.
  init?(stallsAt path: String, trigger: String) {
    let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // The kernel takes the last byte for the end of the text.
    let length = trigger.utf8.count + 1
    guard unsafe write(descriptor, trigger, length) == length else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// Takes a descriptor over that is open already.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens the events of a control group (Linux, Documentation/admin-guide/cgroup-v2.rst).
  init?(eventsAt path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// What stands in the file now, as far as it fits into a page; reading it lets the kernel tell of
  /// the next change.
  func text() -> String {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return "" }
      return unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }
}
