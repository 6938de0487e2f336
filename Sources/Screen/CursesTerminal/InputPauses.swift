/// Detects input after a pause, in which tmux may have been detached and attached again.
nonisolated struct InputPauses<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var last: C.Instant?

  /// The shortest pause; detaching and attaching again takes longer.
  static var length: Duration { .seconds(1) }

  /// Makes a value that measures pauses on a clock.
  init(clock: C) {
    self.clock = clock
  }

  /// Records the time of input.
  /// - Returns: Whether it is the first input, or a pause was before it.
  mutating func endsWithInput() -> Bool {
    defer { last = clock.now }
    return last.map { $0.duration(to: clock.now) >= Self.length } ?? true
  }
}
