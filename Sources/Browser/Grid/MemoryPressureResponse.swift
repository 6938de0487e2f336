import Base
import Photos

/// Trims memory by half at first, and everything hidden if the pressure persists.
struct MemoryPressureResponse {
  /// The longest interval between events of one shortage.
  private static let patience = Duration.seconds(10)

  private let stopwatch: Stopwatch
  private var sinceLast: (@Sendable () -> Duration)?

  init(clock: any Clock<Duration>) {
    stopwatch = Stopwatch(clock)
  }

  mutating func next() -> TrimLevel {
    let goesOn = sinceLast.map { $0() < Self.patience } ?? false
    sinceLast = stopwatch.start()
    return goesOn ? .allHidden : .half
  }
}
