import ArgumentParser
import RaceDemo

/// How long responses of the demo take, as `--latency` says it: `50ms..800ms`.
struct LatencyOption {
  let range: LatencyRange

  /// Reads the shortest and the longest time.
  /// - Throws: A `ValidationError` that says how they are written.
  init(_ text: String) throws {
    guard let range = LatencyRange(text) else {
      throw ValidationError("the shortest and the longest time are written as 50ms..800ms")
    }
    self.range = range
  }
}
