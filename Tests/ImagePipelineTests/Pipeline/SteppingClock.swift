import TestSupport

/// A clock that advances by one step whenever it is read.
final class SteppingClock: Clock {
  private let clock = ManualClock()
  private let step: Duration

  init(step: Duration) {
    self.step = step
  }

  var now: ManualClock.Instant {
    clock.advance(by: step)
    return clock.now
  }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
