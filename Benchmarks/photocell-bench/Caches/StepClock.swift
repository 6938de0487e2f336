import Synchronization

/// A clock that stands still until it is moved on.
final class StepClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let time = Mutex(ContinuousClock.now)

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the time on.
  func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// Nobody waits for it.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
