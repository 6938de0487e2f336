/// What the thread of the transfers is told to do.
enum TransferCommand: Sendable {
  case start(TransferJob)
  /// Ends a transfer at once, without an answer.
  case cancel(Int)
  /// Gives an answer when the time has come.
  case wake(at: ContinuousClock.Instant, Promise<Bool>)
  /// Ends all transfers without an answer, and the thread.
  case stop
}
