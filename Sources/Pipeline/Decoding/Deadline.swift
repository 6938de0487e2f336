/// When waiting ends, for a process that may be stopped meanwhile.
///
/// Who wakes long after the end has not run until then: it was suspended, by a person or with the
/// whole machine. Nothing could be taken from those it waits for, who may have been stopped as well,
/// and so their time begins anew.
struct Deadline {
  /// How late a process wakes at most that runs on a busy machine.
  private static let slack = Duration.seconds(1)

  private(set) var limit: Duration
  private var end: ContinuousClock.Instant

  /// Begins to wait.
  /// - Parameters:
  ///   - limit: How long.
  ///   - now: The moment.
  init(in limit: Duration, from now: ContinuousClock.Instant = .now) {
    self.limit = limit
    end = now + limit
  }

  /// Grants another time than before, counted from the same beginning.
  mutating func change(to limit: Duration) {
    end += limit - self.limit
    self.limit = limit
  }

  /// How long is left at a moment; not above zero where the time is over.
  func left(at now: ContinuousClock.Instant = .now) -> Duration {
    now.duration(to: end)
  }

  /// Whether the time is over; to be asked after every wait.
  mutating func isOver(at now: ContinuousClock.Instant = .now) -> Bool {
    guard left(at: now) <= .zero else { return false }
    guard left(at: now) < .zero - Self.slack else { return true }
    end = now + limit
    return false
  }
}
