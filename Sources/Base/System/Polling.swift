internal import Glibc

package enum Polling {
  /// Waits until a descriptor is readable or hung up; returns which are, none at the timeout.
  ///
  /// Also returns when `writable` is writable. Negative descriptors are ignored.
  package static func wait(
    for numbers: [Int32], toWrite writable: Int32 = -1, atMost timeout: Duration? = nil
  ) -> [Bool] {
    var polled = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled.append(pollfd(fd: writable, events: Int16(POLLOUT), revents: 0))
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var count: Int32
    repeat {
      count = unsafe poll(&polled, nfds_t(polled.count), milliseconds(until: deadline))
    } while count < 0 && errno == EINTR
    return polled.dropLast().map { count > 0 && $0.revents != 0 }
  }

  /// Rounded up to avoid early wake-ups; -1 for no deadline.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(clamping: Int(min(max(0, left), 1e9).rounded(.up)))
  }
}
