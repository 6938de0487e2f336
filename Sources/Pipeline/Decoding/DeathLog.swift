/// How often a decoder has died of late: one that dies again and again is left alone.
struct DeathLog {
  private static let span = Duration.seconds(10)
  private static let limit = 3

  private var deaths: [Duration] = []
  /// Tells whether it has died too often; until somebody asks to try again.
  private(set) var isExhausted = false

  /// Remembers a death.
  /// - Parameter now: When it happened, by any clock that only goes forward.
  mutating func add(at now: Duration) {
    deaths = deaths.filter { now - $0 < Self.span } + [now]
    if deaths.count >= Self.limit { isExhausted = true }
  }

  /// Counts as having died too often.
  mutating func exhaust() {
    isExhausted = true
  }

  /// Forgets all deaths.
  mutating func clear() {
    self = DeathLog()
  }
}
