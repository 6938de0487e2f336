import Synchronization

/// A clock without waiting: a sleep advances the time at once.
final class LeapingClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let time = Mutex(ContinuousClock.now)

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Advances the time.
  func leap(_ duration: Duration) {
    time.withLock { $0 += duration }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
