/// A circuit breaker: after three consecutive failures the node is not accessed for a while, and
/// then probed by one request.
///
/// Times are relative to a fixed moment.
package struct TierBreaker: Hashable, Sendable {
  package static let failureLimit = 3
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(60)

  private(set) var failureCount = 0
  private var openUntil = Duration.zero
  private var isProbing = false

  package init() {}

  var isOpen: Bool { failureCount >= Self.failureLimit }

  /// Whether requests are rejected at a moment.
  func rests(at now: Duration) -> Bool {
    isOpen && (isProbing || now < openUntil)
  }

  /// Whether a request may be sent; with an open breaker the caller becomes the probe.
  package mutating func admits(at now: Duration) -> Bool {
    guard !rests(at: now) else { return false }
    isProbing = isOpen
    return true
  }

  package mutating func noteAnswer() {
    self = TierBreaker()
  }

  /// `jitter` is in 0...1: machines that failed together do not retry together.
  package mutating func noteFailure(at now: Duration, jitter: Double) {
    failureCount += 1
    isProbing = false
    guard isOpen else { return }
    let pause = min(
      Self.firstPause * (1 << min(failureCount - Self.failureLimit, 6)), Self.longestPause)
    openUntil = now + pause * (0.75 + jitter / 2)
  }
}
