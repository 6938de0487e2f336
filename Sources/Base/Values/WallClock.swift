internal import Glibc

/// Tells the date, by which servers say how long a response lives.
///
/// It may be set back and forth while the program runs: time-outs are not measured by it.
package struct WallClock: Sendable {
  /// Returns the seconds since 1970 in UTC.
  package let now: @Sendable () -> Int

  /// The clock of the system.
  package static let system = WallClock {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec
  }

  /// Takes another clock.
  /// - Parameter now: Returns the seconds since 1970 in UTC.
  package init(_ now: @escaping @Sendable () -> Int) {
    self.now = now
  }
}
