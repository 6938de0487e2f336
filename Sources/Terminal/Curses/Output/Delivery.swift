import Base

/// Batches of output that the terminal has not confirmed yet.
///
/// Behind ssh a write returns long before the terminal has the bytes, and whatever is written meanwhile
/// delays the response to the next key. So each batch is sent between two queries. The time between
/// their replies is the transmission time of the batch, without the round trip.
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
