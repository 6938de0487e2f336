/// Detects input after a pause, during which tmux may have been detached and attached again.
struct InputPauses<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var last: C.Instant?

  /// Detaching and attaching again takes longer.
  static var length: Duration { .seconds(1) }

  init(clock: C) {
    self.clock = clock
  }

  /// Whether the input is the first or follows a pause.
  mutating func endsWithInput() -> Bool {
    defer { last = clock.now }
    return last.map { $0.duration(to: clock.now) >= Self.length } ?? true
  }
}
