/// A timeout that survives suspension of the process.
///
/// Waking long after it means that this process was suspended. The awaited processes may have been
/// suspended too, so the timeout starts anew.
package struct Deadline {
  /// Maximum delay of a wake-up on a busy machine.
  private static let slack = Duration.seconds(1)

  package private(set) var limit: Duration
  private var end: ContinuousClock.Instant

  package init(in limit: Duration, from now: ContinuousClock.Instant = .now) {
    self.limit = limit
    end = now + limit
  }

  package mutating func change(to limit: Duration) {
    end += limit - self.limit
    self.limit = limit
  }

  /// Not above zero once the time is over.
  package func left(at now: ContinuousClock.Instant = .now) -> Duration { now.duration(to: end) }

  /// To be checked after every wait.
  package mutating func isOver(at now: ContinuousClock.Instant = .now) -> Bool {
    guard left(at: now) <= .zero else { return false }
    guard left(at: now) < .zero - Self.slack else { return true }
    end = now + limit
    return false
  }
}
