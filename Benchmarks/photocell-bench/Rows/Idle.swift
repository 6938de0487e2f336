import Glibc

/// The activity while nothing happens: at first, while idle threads exit, and permanently.
enum Idle: Benchmarking {
  static let name = "idle"

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let program = try TerminalProgram(stage.photocell([stage.demoPhotos], keepsThumbnails: true))
    guard !program.recordUntilQuiet().isEmpty else { throw .silent("the first frame") }
    // Any terminal responds to the query; without a response the program gives up after a second.
    program.type("\u{1b}[?62;22c")
    _ = program.recordUntilQuiet()
    let settled = Duration.seconds(15)
    return [
      try row("nothing happening, first 5 s", program, for: .seconds(5)),
      try row("  until \(settled.text)", program, for: settled - .seconds(5)),
      try row("nothing happening, 5 s after that", program, for: .seconds(5)),
    ]
  }

  /// Measures a time in which no output is allowed.
  private static func row(
    _ what: String, _ program: borrowing TerminalProgram, for span: Duration
  ) throws(BenchError) -> Row {
    let facts = ProcessFacts(process: program.process)
    let before = (try facts.processorTime, try facts.switches)
    guard program.read(within: span) == nil else { throw .silent("silence") }
    let after = (try facts.processorTime, try facts.switches)
    let time = after.0 - before.0
    let switches = after.1.reduce(0) { $0 + $1.value - (before.1[$1.key] ?? 0) }
    let ended = before.1.count { after.1[$0.key] == nil }
    return Row(
      what: what, measured: "\(time.text), \(switches) switches, \(ended) threads ended",
      target: "nothing", verdict: .init(isKept: time == .zero && switches == 0 && ended == 0))
  }
}
