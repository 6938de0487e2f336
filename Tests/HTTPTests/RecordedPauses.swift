import Synchronization

/// A clock whose sleeps are over at once, and are recorded.
final class RecordedPauses: Clock {
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  private let list = Mutex<[Duration]>([])

  var all: [Duration] { list.withLock { $0 } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    list.withLock { $0.append(now.duration(to: deadline)) }
    try Task.checkCancellation()
  }
}
