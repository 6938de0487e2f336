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
