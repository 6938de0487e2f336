internal import Glibc

/// What lets a thread that waits in the kernel be sent home: a pipe.
final class EndSignal: Sendable {
  /// Can be read from when the end has come; -1 where the system has no descriptor to give.
  let descriptor: Int32
  private let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Lets the end come; callable from any thread.
  func send() {
    var byte: UInt8 = 1
    _ = unsafe write(writer, &byte, 1)
  }
}
