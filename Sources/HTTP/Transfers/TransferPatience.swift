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

  static let minBytesPerSecond = 1_024

  private let timeouts: HTTPTimeouts
  private var requestedAt, answeredAt: Instant?
  private var hasNotified = false
  /// Nil before the first byte of the body; `byteCount` is the number of bytes since the instant.
  private var body: (since: Instant, byteCount: Int)?

  init(_ timeouts: HTTPTimeouts) {
    self.timeouts = timeouts
  }

  mutating func recordRequest(at now: Instant) {
    (requestedAt, hasNotified, body) = (now, false, nil)
  }

  mutating func recordHead(at now: Instant) {
    if answeredAt == nil { answeredAt = now }
  }

  mutating func recordBody(_ count: Int, at now: Instant) {
    let enough = Double(Self.minBytesPerSecond) * (timeouts.stalling / .seconds(1))
    guard let body, Double(body.byteCount + count) < enough else {
      self.body = (now, 0)
      return
    }
    self.body?.byteCount += count
  }

  /// True once, if the server takes long.
  mutating func takeNotice(at now: Instant) -> Bool {
    guard let requestedAt, body == nil, !hasNotified else { return false }
    hasNotified = now >= requestedAt + timeouts.noticing
    return hasNotified
  }

  func failure(at now: Instant) -> NetworkError? {
    guard let end, now >= end else { return nil }
    guard body == nil else { return .timedOut }
    return .noAnswer(seconds: max(1, Int(timeouts.answering / .seconds(1))))
  }

  /// When to check again; nil if libcurl's timeouts suffice.
  var nextCheck: Instant? {
    guard let requestedAt, body == nil, !hasNotified else { return end }
    return requestedAt + min(timeouts.noticing, timeouts.answering)
  }

  private var end: Instant? {
    body.map { $0.since + timeouts.stalling } ?? requestedAt.map { $0 + timeouts.answering }
  }

  /// Whether the server took too long for a retry.
  func isSlow(at now: Instant) -> Bool {
    requestedAt.map { (answeredAt ?? now) - $0 > timeouts.hesitating } ?? false
  }
}
