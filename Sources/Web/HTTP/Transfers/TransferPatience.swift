/// How long a transfer may take.
package struct HTTPTimeouts: Hashable, Sendable {
  /// The time to a connection, the look-up of the name included; whole milliseconds.
  package var connecting: Duration
  /// The time from the request to the first byte of the body: a server may have to render it first.
  package var answering: Duration
  /// The time with less than 1,024 bytes a second once the body has begun.
  package var stalling: Duration
  /// The time for all of it; whole milliseconds.
  package var whole: Duration
  /// The time from the request to the answer after which a server that fails is not asked again.
  package var hesitating = Duration.seconds(5)
  /// The time from the request after which it is told that the server is still awaited.
  package var noticing = Duration.seconds(1)

  /// What serves a slow line and a slow server, and still frees a place from a host that trickles.
  package static let standard = HTTPTimeouts(
    connecting: .seconds(5), answering: .seconds(30), stalling: .seconds(5), whole: .seconds(120))

  /// Sets the times.
  package init(connecting: Duration, answering: Duration, stalling: Duration, whole: Duration) {
    self.connecting = connecting
    self.answering = answering
    self.stalling = stalling
    self.whole = whole
  }
}

/// When a transfer has taken too long, from its request to the last byte of its body.
///
/// It asks no clock: instants are parameters.
struct TransferPatience {
  typealias Instant = ContinuousClock.Instant

  private enum Phase {
    case connecting
    /// The request has been sent.
    case awaiting(since: Instant, isTold: Bool)
    /// The body has begun; so many bytes have come since an instant.
    case receiving(since: Instant, byteCount: Int)
  }

  /// The least number of bytes a second that counts as going on.
  static let leastRate = 1_024

  private let timeouts: HTTPTimeouts
  private var phase = Phase.connecting
  private var requestedAt: Instant?
  private var answeredAt: Instant?

  init(_ timeouts: HTTPTimeouts) {
    self.timeouts = timeouts
  }

  /// Notes that the request is being sent.
  mutating func noteRequest(at now: Instant) {
    requestedAt = now
    phase = .awaiting(since: now, isTold: false)
  }

  /// Notes that a line of the head has come.
  mutating func noteHead(at now: Instant) {
    if answeredAt == nil { answeredAt = now }
  }

  /// Notes that bytes of the body have come.
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

  /// Notes that it has been told that the server is awaited.
  mutating func noteTold() {
    if case .awaiting(let start, _) = phase { phase = .awaiting(since: start, isTold: true) }
  }

  /// Whether it is to be told now that the server is awaited.
  func isToBeTold(at now: Instant) -> Bool {
    guard case .awaiting(let start, false) = phase else { return false }
    return now >= start + timeouts.noticing
  }

  /// Why the transfer has to end; nil while it may go on.
  func failure(at now: Instant) -> NetworkError? {
    guard let end, now >= end else { return nil }
    guard case .awaiting = phase else { return .timedOut }
    return .noAnswer(seconds: max(1, Int(timeouts.answering / .seconds(1))))
  }

  /// When to look again; nil where that is up to libcurl.
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

  /// Whether the server took so long to answer that it should not be asked twice.
  func isSlow(at now: Instant) -> Bool {
    requestedAt.map { (answeredAt ?? now) - $0 > timeouts.hesitating } ?? false
  }
}
