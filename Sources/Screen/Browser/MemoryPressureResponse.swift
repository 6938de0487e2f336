import Grid
import Values

/// How far memory is trimmed each time that it is short: by half first, and of all that cannot be seen
/// where the shortage goes on.
struct MemoryPressureResponse {
  /// How soon after another a shortage counts as the same.
  private static let patience = Duration.seconds(10)

  private let stopwatch: Stopwatch
  /// The time since the last shortage; nil before the first.
  private var sinceLast: (@Sendable () -> Duration)?

  init(clock: any Clock<Duration>) {
    stopwatch = Stopwatch(clock)
  }

  /// What to do now that memory is short.
  mutating func next() -> TrimLevel {
    let goesOn = sinceLast.map { $0() < Self.patience } ?? false
    sinceLast = stopwatch.start()
    return goesOn ? .allHidden : .half
  }
}
