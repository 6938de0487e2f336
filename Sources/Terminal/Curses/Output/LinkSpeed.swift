/// The image bytes per batch that the link takes without noticeable delay.
struct LinkSpeed {
  /// How long a key may wait for the current batch.
  static let moment = Duration.milliseconds(25)
  /// Kernel buffers accept this much at once whatever the link, as a Linux pseudoterminal does.
  private static let bufferSize = 16_384
  /// Smaller writes say nothing about the speed.
  private static let minMeasured = 16_384
  private static let slowRate = 1_000_000
  private static let limits = 4_096...8_388_608

  private(set) var budget = 16_384
  /// Bytes per second; nil until measured.
  ///
  /// Kept between three quarters and twice the measured value, as images must be encoded again.
  private(set) var rate: Int?
  private let isGiven: Bool
  private var unmeasured = (byteCount: 0, duration: Duration.zero)

  /// `rate` is set by the user, in bytes per second, and disables measurement.
  init(rate: Int? = nil) {
    self.rate = rate
    isGiven = rate != nil
    if let rate { budget = Self.limited(Self.moment.bytes(atRate: rate)) }
  }

  /// Below 2 MB/s, even the characters of an image take noticeably long.
  static func isSlow(_ budget: Int) -> Bool { budget < moment.bytes(atRate: 2_000_000) }

  mutating func note(_ report: TerminalOutput.Report) {
    note(max(0, report.byteCount - freeBuffers(after: report.pause)), in: report.duration)
  }

  mutating func note(_ measure: Delivery.Measure) {
    note(measure.byteCount, in: measure.duration)
  }

  private mutating func note(_ byteCount: Int, in duration: Duration) {
    guard !isGiven else { return }
    unmeasured.byteCount += byteCount
    unmeasured.duration += duration
    guard unmeasured.byteCount >= Self.minMeasured, unmeasured.duration > .zero else { return }
    let taken = Double(unmeasured.byteCount) * (Self.moment / unmeasured.duration)
    unmeasured = (0, .zero)
    // A single slow batch may be the terminal drawing something else.
    budget = Self.limited((budget + Self.limited(Int(min(taken, 1e9)))) / 2)
    let measured = Int(Double(budget) * (.seconds(1) / Self.moment))
    guard let rate, (rate / 4 * 3...rate * 2).contains(measured) else { return rate = measured }
  }

  private func freeBuffers(after pause: Duration) -> Int {
    guard pause < .seconds(1) else { return Self.bufferSize }
    return min(Self.bufferSize, pause.bytes(atRate: rate ?? Self.slowRate))
  }

  private static func limited(_ byteCount: Int) -> Int {
    min(max(byteCount, limits.lowerBound), limits.upperBound)
  }
}

extension Duration {
  func bytes(atRate bytesPerSecond: Int) -> Int {
    Int(Double(bytesPerSecond) * (self / .seconds(1)))
  }
}

/// Batches of output that the terminal has not confirmed yet.
///
/// Behind ssh a write returns long before the terminal has the bytes, and further output delays the
/// response to the next key. So each batch is sent between two queries: it takes the time between
/// their replies.
struct Delivery {
  /// DSR 5, which has no effect on the screen.
  static let query = Array("\u{1b}[5n".utf8)

  struct Measure: Hashable {
    var byteCount: Int
    var duration: Duration
  }

  private struct Batch {
    let sent: ContinuousClock.Instant
    var byteCount: Int?
    var firstReply: ContinuousClock.Instant?
  }

  private var batches: [Batch] = []
  /// The shortest time until the first reply to a batch; nil before the first one.
  private(set) var roundTrip: Duration?

  var isOpen: Bool { !batches.isEmpty }

  var dueReplies: Int { batches.reduce(0) { $0 + ($1.firstReply == nil ? 2 : 1) } }

  /// Whether more output would only wait in buffers; `rate` is in bytes per second.
  func isFull(atRate rate: Int?) -> Bool {
    let byteCount = batches.reduce(0) { $0 + ($1.byteCount ?? 0) }
    guard isOpen, let rate, let roundTrip else { return isOpen }
    return byteCount >= roundTrip.bytes(atRate: rate)
  }

  mutating func begin(at time: ContinuousClock.Instant) {
    batches.append(Batch(sent: time))
  }

  mutating func noteWritten(_ byteCount: Int) {
    guard let last = batches.indices.last else { return }
    batches[last].byteCount = (batches[last].byteCount ?? 0) + byteCount
  }

  /// Returns the measure of a batch with its second reply.
  mutating func takeReply(at time: ContinuousClock.Instant) -> Measure? {
    guard let batch = batches.first else { return nil }
    guard let first = batch.firstReply else {
      batches[0].firstReply = time
      let wait = batch.sent.duration(to: time)
      roundTrip = roundTrip.map { min($0, wait) } ?? wait
      return nil
    }
    batches.removeFirst()
    return Measure(byteCount: batch.byteCount ?? 0, duration: first.duration(to: time))
  }

  mutating func giveUp() {
    batches = []
  }
}
