import Glibc
import Imaging

/// Types keys while ten thousand photos are copied into the displayed folder.
enum ArrivingPhotos: Benchmarking {
  static let name = "arriving"
  private static let count = 10_000
  private static let limit = Duration.milliseconds(50)
  /// The maximum number of rearrangements a second.
  private static let mostRearrangements = 10.0

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let (source, shown) = (try stage.folder("source"), try stage.folder("shown"))
    defer { for folder in [source, shown] { Workshop.remove(folder) } }
    try PhotoFolder(stage).write(24, of: PixelSize(width: 160, height: 120), to: shown)
    let bytes = try Workshop.read("\(shown)/IMG_1.jpg")
    for number in 1...count { try Workshop.write(bytes, to: "\(source)/new-\(number).jpg") }
    let program = try TerminalProgram(stage.photocell([shown]))
    let opening = program.recordUntilQuiet(for: .seconds(1))
    let copying = try Launch(arguments: ["cp", "-r", "\(source)/.", shown]).start(at: nil)
    var arrival = Arrival(after: opening, expecting: count + 24)
    try arrival.follow(program, until: copying)
    let rate = Double(arrival.keys.totalChanges) / arrival.elapsed.seconds
    return [
      Row("10,000 photos arrive, a key to its frame: p99", arrival.keys.samples.percentile(0.99)),
      Row(
        "  the slowest of \(arrival.keys.samples.times.count)", arrival.keys.samples.percentile(1),
        limit: limit),
      Row("  all there after the last was written", arrival.delay),
      Row(
        what: "  rearrangements in \(arrival.elapsed.text)",
        measured: "\(rate.text(places: 1)) a second",
        target: "< \(mostRearrangements.text(places: 0))",
        verdict: .init(isKept: rate < mostRearrangements)),
    ]
  }
}

private struct Arrival {
  private(set) var keys = SelectionKeys()
  /// From the first change to the last.
  private(set) var elapsed = Duration.zero
  /// From the end of copying to the last change.
  private(set) var delay = Duration.zero

  private let expected: Int

  init(after opening: Recording, expecting count: Int) {
    expected = count
    for chunk in opening.chunks { keys.take(chunk) }
  }

  /// Moves the selection back and forth until all photos have arrived.
  mutating func follow(
    _ program: borrowing TerminalProgram, until copying: pid_t
  ) throws(BenchError) {
    let start = ContinuousClock.now
    var ended: ContinuousClock.Instant?
    while keys.total < expected {
      try keys.press(program)
      var status: Int32 = 0
      if ended == nil, unsafe waitpid(copying, &status, WNOHANG) == copying { ended = .now }
      guard ended.map({ $0.duration(to: .now) < TerminalProgram.patience }) ?? true else {
        throw .silent("all photos")
      }
    }
    elapsed = start.duration(to: .now)
    delay = ended.map { $0.duration(to: .now) } ?? .zero
    if ended == nil { _ = waitpid(copying, nil, 0) }
  }
}
