import Glibc

/// Loads in a child process, which starts with only the response cache of a previous run.
enum WebRun {
  static let argument = "--web-child"

  struct Outcome {
    /// From the start of the process to the last response.
    let time: Duration
    /// The peak resident memory once transfers were under way, and at the end, in kilobytes.
    let (memoryBefore, memoryAfter): (Int, Int)
  }

  /// Runs a child that loads all addresses at once; `later` shifts its clock, in seconds.
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

  /// The monotonic time, which all processes share.
  static var nanoseconds: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
