internal import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    package func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    package static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let time = Mutex(Instant(offset: .zero))

  package init() {}

  package var now: Instant { time.withLock { $0 } }
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
