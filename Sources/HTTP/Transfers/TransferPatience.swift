package struct HTTPTimeouts: Hashable, Sendable {
  /// Until connected, including name resolution; whole milliseconds.
  package var connecting: Duration
  /// From the request to the first byte of the body, which the server may have to render.
  package var answering: Duration
  /// With less than 1,024 bytes per second, once the body has begun.
  package var stalling: Duration
  /// For the whole transfer; whole milliseconds.
  package var whole: Duration
  /// From the request to the response; a slower server that fails is not retried.
  package var hesitating = Duration.seconds(5)
  package var noticing = Duration.seconds(1)

  /// Allows slow lines and servers, but frees the connection of a host that trickles.
  package static let standard = HTTPTimeouts(
    connecting: .seconds(5), answering: .seconds(30), stalling: .seconds(5), whole: .seconds(120))

  package init(connecting: Duration, answering: Duration, stalling: Duration, whole: Duration) {
    (self.connecting, self.answering, self.stalling) = (connecting, answering, stalling)
    self.whole = whole
  }
}

/// Detects timeouts of a transfer, from its request to the last byte; does not read a clock.
struct TransferPatience {
  typealias Instant = ContinuousClock.Instant

  private enum Phase {
    case connecting
    case awaiting(since: Instant, isTold: Bool)
    /// `byteCount` is the number of body bytes since the instant.
    case receiving(since: Instant, byteCount: Int)
  }

  static let leastRate = 1_024

  private let timeouts: HTTPTimeouts
  private var phase = Phase.connecting
  private var requestedAt, answeredAt: Instant?

  init(_ timeouts: HTTPTimeouts) {
    self.timeouts = timeouts
  }

  mutating func noteRequest(at now: Instant) {
    requestedAt = now
    phase = .awaiting(since: now, isTold: false)
  }

  mutating func noteHead(at now: Instant) {
    if answeredAt == nil { answeredAt = now }
  }

  mutating func noteBody(_ count: Int, at now: Instant) {
    guard case .receiving(let start, let byteCount) = phase else {
      phase = .receiving(since: now, byteCount: 0)
      return
    }
    let isEnough =
      Double(byteCount + count) >= Double(Self.leastRate) * (timeouts.stalling / .seconds(1))
    phase =
      isEnough
      ? .receiving(since: now, byteCount: 0)
      : .receiving(since: start, byteCount: byteCount + count)
  }

  mutating func noteTold() {
    if case .awaiting(let start, _) = phase { phase = .awaiting(since: start, isTold: true) }
  }

  func isToBeTold(at now: Instant) -> Bool {
    guard case .awaiting(let start, false) = phase else { return false }
    return now >= start + timeouts.noticing
  }

  func failure(at now: Instant) -> NetworkError? {
    guard let end, now >= end else { return nil }
    guard case .awaiting = phase else { return .timedOut }
    return .noAnswer(seconds: max(1, Int(timeouts.answering / .seconds(1))))
  }

  /// When to check again; nil if libcurl's timeouts suffice.
  var nextLook: Instant? {
    guard case .awaiting(let start, false) = phase else { return end }
    return start + min(timeouts.noticing, timeouts.answering)
  }

  private var end: Instant? {
    switch phase {
    case .connecting: nil
    case .awaiting(let start, _): start + timeouts.answering
    case .receiving(let start, _): start + timeouts.stalling
    }
  }

  /// Whether the server took too long for a retry.
  func isSlow(at now: Instant) -> Bool {
    requestedAt.map { (answeredAt ?? now) - $0 > timeouts.hesitating } ?? false
  }
}
