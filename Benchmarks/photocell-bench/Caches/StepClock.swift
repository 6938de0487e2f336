import Synchronization

/// A clock that only moves when advanced.
final class StepClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let time = Mutex(ContinuousClock.now)

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
