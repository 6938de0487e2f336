internal import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  /// A moment, by the time since the clock was made.
  package struct Instant: InstantProtocol {
    /// The time since the clock was made.
    package var offset: Duration

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

  private let time = Mutex(Instant(offset: .zero))

  /// Makes a clock that stands at zero.
  package init() {}

  /// Where the clock stands.
  package var now: Instant { time.withLock { $0 } }
  /// As fine as a duration that a test can write.
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the time on.
  package func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// Nothing in the house sleeps; a test that comes here ends at once with a cancellation.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
