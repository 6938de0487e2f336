/// After consecutive failures a server is not accessed for a while, and then probed by one request
/// at a time until one succeeds.
///
/// Times are relative to a fixed moment.
package struct CircuitBreaker: Hashable, Sendable {
  private let failureLimit: Int
  private let pauses: ClosedRange<Duration>
  private var failureCount = 0
  private var openUntil = Duration.zero

  /// `pauses` are the first pause, which doubles with each failure, and the longest.
  package init(failureLimit: Int, pauses: ClosedRange<Duration>) {
    (self.failureLimit, self.pauses) = (failureLimit, pauses)
  }

  package var isOpen: Bool { failureCount >= failureLimit }

  /// Whether requests are rejected at a moment.
  package func rests(at now: Duration) -> Bool { isOpen && now < openUntil }

  /// Whether a request may be sent; with an open breaker the caller becomes the probe.
  package mutating func admits(at now: Duration) -> Bool {
    guard !rests(at: now) else { return false }
    // A probe without an outcome, as a cancelled one, delays the next no longer than a failure.
    if isOpen { openUntil = now + pause }
    return true
  }

  package mutating func noteAnswer() {
    failureCount = 0
  }

  /// `jitter` is in 0...1: machines that failed together do not retry together.
  package mutating func noteFailure(at now: Duration, jitter: Double = 0.5) {
    failureCount += 1
    if isOpen { openUntil = now + pause * (0.75 + jitter / 2) }
  }

  private var pause: Duration {
    min(pauses.lowerBound * (1 << min(failureCount - failureLimit, 8)), pauses.upperBound)
  }
}
