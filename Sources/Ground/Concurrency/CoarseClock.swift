internal import Glibc

/// A clock for those who ask at every step and need not know it to the millisecond.
///
/// Its time goes on with the tick of the kernel, 100 to 1000 times a second (CLOCK_MONOTONIC_COARSE,
/// clock_gettime(2)), and stands still while the machine is suspended. To ask costs a fifth of what
/// it costs to read the processor's counter: 8 ns of 40, where a hit in the memory cache takes 100.
package struct CoarseClock: Clock {
  /// A moment, as the time since one that is the same for all who ask.
  ///
  /// A `Duration` holds what a clock may be set to, as nanoseconds in 64 bits do not from 2262 on.
  package struct Instant: InstantProtocol {
    private let offset: Duration

    init(offset: Duration) {
      self.offset = offset
    }

    /// The moment a time later.
    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time to another moment.
    package func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Tells which moment is earlier.
    package static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let sleepers = WorkClock()

  /// Makes a clock on which nobody sleeps.
  package init() {}

  /// The moment of the kernel's last tick.
  package var now: Instant {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Instant(offset: Duration(time))
  }

  /// The time from one tick to the next.
  package var minimumResolution: Duration {
    var time = timespec()
    _ = unsafe clock_getres(CLOCK_MONOTONIC_COARSE, &time)
    return Duration(time)
  }

  /// Waits until the clock shows a moment, on a thread that may block; callable from any task, and over
  /// at once where the task is cancelled.
  /// - Throws: What `WorkClock` throws.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleepers.sleep(for: now.duration(to: deadline) + minimumResolution)
  }
}

extension Duration {
  /// What the kernel says of a time.
  fileprivate init(_ time: timespec) {
    self.init(
      secondsComponent: Int64(time.tv_sec),
      attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }
}
