/// The turn of one picture, which comes when enough others are over.
///
/// When it is let go, the next picture's turn comes.
struct Turn: ~Copyable, Sendable {
  private let queue: TurnQueue
  private let signal: TurnSignal

  init(in queue: TurnQueue, _ signal: TurnSignal) {
    self.queue = queue
    self.signal = signal
  }

  deinit {
    queue.leave(signal)
  }

  /// The descriptor that can be read from the moment it is this picture's turn.
  var number: Int32 { signal.number }
}
