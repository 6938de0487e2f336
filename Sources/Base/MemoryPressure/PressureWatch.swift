internal import Glibc

/// Reports memory pressure for its lifetime.
///
/// One thread blocks in the kernel; nothing wakes while there is enough memory. If the kernel does
/// not report pressure, or not to this user, the thread ends immediately.
package final class PressureWatch: Sendable {
  private let end = EndSignal()
  private let threads = WorkQueue(label: "pressure")

  /// 15 % stalls within two seconds; other window lengths require root.
  private static let trigger = "some 300000 2000000"

  /// Opens files and calls `onShortage` on its own thread, for stalls at most every two seconds.
  package convenience init(
    paths: @escaping @Sendable () -> PressurePaths, onShortage: @escaping @Sendable () -> Void
  ) {
    self.init(files: { Self.files(at: paths()) }, onShortage: onShortage)
  }

  init(
    files: @escaping @Sendable () -> [WatchedFile], onShortage: @escaping @Sendable () -> Void
  ) {
    threads.start { [end] in Self.watch(files(), until: end, onShortage) }
  }

  deinit {
    end.send()
  }

  private static func files(at paths: PressurePaths) -> [WatchedFile] {
    var files: [WatchedFile] = []
    if let stalls = PressureFile(stallsAt: paths.stalls, trigger: trigger) {
      files.append(WatchedFile(stalls: stalls))
    }
    for path in paths.events {
      if let events = PressureFile(eventsAt: path) { files.append(WatchedFile(events: events)) }
    }
    return files
  }

  private static func watch(
    _ files: [WatchedFile], until end: EndSignal, _ onShortage: () -> Void
  ) {
    guard !files.isEmpty, end.descriptor >= 0 else { return }
    var polled = files.map { pollfd(fd: $0.descriptor, events: Int16(POLLPRI), revents: 0) }
    polled.append(pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0))
    while wait(for: &polled) {
      var isShort = false
      for (place, file) in files.enumerated() where polled[place].revents != 0 {
        if polled[place].revents & Int16(POLLERR) != 0, file.endsWithError {
          // A trigger revoked by the kernel would be ready at every poll.
          polled[place].fd = -1
        } else if file.tellsOfShortage() {
          isShort = true
        }
      }
      if isShort { onShortage() }
    }
  }

  private static func wait(for polled: inout [pollfd]) -> Bool {
    var count: Int32
    repeat {
      count = unsafe poll(&polled, nfds_t(polled.count), -1)
    } while count < 0 && errno == EINTR
    return count > 0 && polled.last?.revents == 0
  }
}

/// A pipe that wakes a thread from `poll`.
final class EndSignal: Sendable {
  /// Readable after `send`; -1 if there are no descriptors.
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

  /// Callable from any thread.
  func send() {
    var byte: UInt8 = 1
    _ = unsafe write(writer, &byte, 1)
  }
}
