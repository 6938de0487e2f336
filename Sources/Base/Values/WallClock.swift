internal import Glibc

/// The date in seconds since 1970 UTC, which may be set at any time: timeouts must not depend on it.
package struct WallClock: Sendable {
  package let now: @Sendable () -> Int

  package static let system = WallClock {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec
  }

  package init(_ now: @escaping @Sendable () -> Int) {
    self.now = now
  }
}

/// Measures durations on a type-erased clock.
package struct Stopwatch: Sendable {
  private let begin: @Sendable () -> @Sendable () -> Duration

  package init(_ clock: some Clock<Duration>) {
    begin = {
      let started = clock.now
      return { started.duration(to: clock.now) }
    }
  }

  /// Returns a function that returns the elapsed time.
  package func start() -> @Sendable () -> Duration { begin() }
}
