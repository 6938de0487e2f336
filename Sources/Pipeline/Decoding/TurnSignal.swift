import System

/// Tells a thread that waits for descriptors that its picture's turn has come.
final class TurnSignal: Sendable {
  private let signal: WakeSignal

  /// Makes a signal that has not been given.
  /// - Returns: Nil where there are too many open files.
  init?() {
    guard let signal = WakeSignal() else { return nil }
    self.signal = signal
  }

  /// The descriptor that can be read once the signal has been given.
  var number: Int32 { signal.number }

  /// Gives the signal, for good; callable from any thread, never waits.
  func give() {
    signal.give()
  }
}
