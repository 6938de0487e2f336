internal import Glibc

/// Waits for descriptors (poll(2)).
package enum Polling {
  /// Waits until one of some descriptors can be read or its other side has gone.
  /// - Parameters:
  ///   - numbers: The descriptors; negative ones are passed over.
  ///   - writable: Another one, for which it is waited until it can be written to; negative for none.
  ///   - timeout: How long to wait at most; nil for as long as it takes.
  /// - Returns: For each descriptor whether it can be read; none can when the time is over.
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

  /// What is left, rounded up, so that nobody wakes before the time is over; -1 for ever.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(clamping: Int(min(max(0, left), 1e9).rounded(.up)))
  }
}
