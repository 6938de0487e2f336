import Glibc
import HTTP

/// Loads in a process of its own, so that each begins as the program does: without libcurl, without
/// connections, and with nothing but the folder of the response cache from the run before.
enum WebRun {
  /// The argument that makes this program one.
  static let argument = "--web-child"

  /// What one run found out.
  struct Outcome {
    /// From the start of the process to the last response.
    let time: Duration
    /// The greatest resident memory once the first transfers were under way, and at the end, in
    /// kilobytes.
    let (memoryBefore, memoryAfter): (Int, Int)
  }

  /// Runs a process that loads addresses all at once.
  /// - Parameters:
  ///   - addresses: What to load.
  ///   - name: The folder of the response cache, in the workshop.
  ///   - later: How many seconds after now it believes to live.
  ///   - stage: Where everything is.
  /// - Returns: What it found out.
  /// - Throws: `BenchError`, also where an address cannot be loaded.
  static func load(
    _ addresses: [String], cache name: String, later: Int = 0, _ stage: Stage
  ) throws(BenchError) -> Outcome {
    let list = "\(stage.workshop)/\(name).list"
    let results = "\(stage.workshop)/\(name).results"
    try Workshop.write(Array(addresses.joined(separator: "\n").utf8), to: list)
    let launch = stage.itself([argument, "\(stage.workshop)/\(name)", list, results, "\(later)"])
    let start = nanoseconds
    try launch.run()
    let text = String(decoding: try Workshop.read(results), as: UTF8.self)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { throw .silent("the responses") }
    return Outcome(
      time: .nanoseconds(numbers[0] - start), memoryBefore: numbers[1], memoryAfter: numbers[2])
  }

  /// The time by the clock that all processes have in common.
  static var nanoseconds: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
