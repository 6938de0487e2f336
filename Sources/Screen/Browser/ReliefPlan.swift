import Grid

/// How much memory to give back each time that it is short: half of it first, and all that cannot be
/// seen where the shortage goes on.
struct ReliefPlan {
  /// How soon after another a shortage counts as the same.
  private static let patience = Duration.seconds(10)

  private let clock: any Clock<Duration>
  /// Tells how long ago the last shortage was; nil before the first.
  private var sinceLast: (() -> Duration)?

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// What to do now that memory is short.
  mutating func next() -> MemoryRelief {
    let goesOn = sinceLast.map { $0() < Self.patience } ?? false
    sinceLast = Self.stopwatch(on: clock)
    return goesOn ? .allHidden : .half
  }

  private static func stopwatch(on clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
