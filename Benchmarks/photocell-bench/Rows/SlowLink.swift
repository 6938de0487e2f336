import Imaging

/// A first screen of camera photos in a remote kitty over a slow link, while keys are typed.
enum SlowLink: Benchmarking {
  static let name = "slow-link"
  private static let repeats = 5
  private static let count = 24
  private static let bytesPerSecond = 1_000_000

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let plain = try stage.folder("slow-plain")
    let folder = try stage.folder("slow")
    try PhotoFolder(stage).write(
      count, of: PixelSize(width: 4000, height: 3000), to: plain, withThumbnailsTo: folder)
    _ = try SlowRun(stage.photocell([folder]), count, bytesPerSecond: nil)
    var runs: [SlowRun] = []
    var fast = Samples()
    for _ in 0..<repeats {
      fast.add(try SlowRun(stage.photocell([folder]), count, bytesPerSecond: nil).sharp)
      runs.append(try SlowRun(stage.photocell([folder]), count, bytesPerSecond: bytesPerSecond))
    }
    let keys = Samples(times: runs.flatMap(\.keys.times))
    let bytes = runs.map(\.byteCount).sorted()[repeats / 2]
    return [
      Row("1 MB/s, first screen of 24: text", median(runs, \.text), limit: .milliseconds(100)),
      Row("  a first look in every cell", median(runs, \.look), limit: .seconds(1)),
      Row("  pixels in every cell", median(runs, \.pixels)),
      Row(
        "  all sharp (\((Double(bytes) / 1e6).text(places: 2)) MB)", median(runs, \.sharp),
        limit: .seconds(2), peer: "without the link: \(fast.median.text)"),
      Row(
        "  a key until it is seen, highest of \(keys.times.count)", keys.percentile(1),
        limit: .milliseconds(100)),
      Row("  median", keys.median),
    ]
  }

  private static func median(_ runs: [SlowRun], _ time: (SlowRun) -> Duration) -> Duration {
    runs.reduce(into: Samples()) { $0.add(time($1)) }.median
  }
}

/// One start over a slow link: times since the start of the program, and key latencies.
struct SlowRun {
  /// To the first frame.
  private(set) var text = Duration.zero
  /// To the moment when every cell shows an image, in symbols or pixels.
  private(set) var look = Duration.zero
  /// To the moment when every cell shows pixels, final or not.
  private(set) var pixels = Duration.zero
  /// To the last image.
  private(set) var sharp = Duration.zero
  /// From each key to the status line that confirms it.
  private(set) var keys = Samples()
  private(set) var byteCount = 0

  private let count: Int
  /// The position that the last key selects, and when it was typed.
  private var awaited: (position: Int, since: ContinuousClock.Instant)?
  private var position = 1
  private var nextKey = ContinuousClock.now

  init(_ launch: Launch, _ count: Int, bytesPerSecond: Int?) throws(BenchError) {
    self.count = count
    var played = try PlayedProgram(
      launch, as: .distantKitty, bytesPerSecond: bytesPerSecond)
    let deadline = ContinuousClock.now + TerminalProgram.patience
    while !isOver(played) {
      guard ContinuousClock.now < deadline else { throw .silent("the last picture") }
      type(into: played)
      let updates = played.terminal.updateCount
      if played.read(within: .milliseconds(5)), played.terminal.updateCount > updates {
        note(played)
      }
    }
    sharp = played.lastPicture.map { played.time(to: $0) } ?? .zero
    byteCount = played.byteCount
    played.readUntilQuiet()
    guard played.terminal.wholePictures.count == count else {
      throw .silent("\(count) pictures: \(played.terminal.wholePictures.count)")
    }
    try KittyCold.requireFinal(&played, count)
  }

  private func isOver(_ played: borrowing PlayedProgram) -> Bool {
    guard pixels > .zero, awaited == nil, let last = played.lastPicture else { return false }
    return last.duration(to: .now) > .seconds(1.5)
  }

  /// Moves the selection back and forth; each key waits for the previous one's effect.
  private mutating func type(into played: borrowing PlayedProgram) {
    guard text > .zero, awaited == nil, ContinuousClock.now >= nextKey else { return }
    let isForward = position == 1
    awaited = (isForward ? 2 : 1, .now)
    played.type(isForward ? "l" : "h")
  }

  private mutating func note(_ played: borrowing PlayedProgram) {
    guard let now = played.lastUpdate else { return }
    let screen = played.terminal.screen
    let status = screen.statusLine
    if text == .zero, status.contains("/\(count) ") { text = played.time(to: now) }
    if let key = awaited, status.hasPrefix(" \(key.position)/\(count) ") {
      keys.add(key.since.duration(to: now))
      position = key.position
      awaited = nil
      nextKey = now + .milliseconds(70)
    }
    if look == .zero, screen.count(of: "IMG_\(count).jpg") > 0, screen.outlineCount == 0 {
      look = played.time(to: now)
    }
    if pixels == .zero, played.terminal.wholePictures.count == count {
      pixels = played.time(to: now)
    }
  }
}
