import Glibc
import Imaging

/// A program on a simulated terminal with images, with a limited link speed.
struct PlayedProgram: ~Copyable {
  var terminal: PictureTerminal
  /// When the last update had been read completely; nil before the first.
  private(set) var lastUpdate: ContinuousClock.Instant?
  /// The same for the last update during or after which an image arrived.
  private(set) var lastPicture: ContinuousClock.Instant?
  private(set) var byteCount = 0
  private let program: TerminalProgram
  private let bytesPerSecond: Int?
  /// When the last byte has passed the simulated link.
  private var linkTime = ContinuousClock.now

  /// Starts a program; `bytesPerSecond` is the link speed, nil for unlimited.
  init(
    _ launch: Launch, as kind: TerminalKind, bytesPerSecond: Int? = nil
  ) throws(BenchError) {
    terminal = PictureTerminal(kind)
    self.bytesPerSecond = bytesPerSecond
    program = try TerminalProgram(launch, cell: PictureTerminal.cell)
  }

  var process: pid_t { program.process }

  func time(to moment: ContinuousClock.Instant) -> Duration { program.start.duration(to: moment) }

  func type(_ keys: String) { program.type(keys) }

  /// Reads output and answers queries; false after a timeout or at the end of the program.
  mutating func read(within timeout: Duration) -> Bool {
    // On a slow link, reads only what arrives within some milliseconds.
    let limit = bytesPerSecond.map { max(1, $0 / 250) } ?? 65536
    guard let chunk = program.read(within: timeout, upTo: limit) else { return false }
    take(chunk.bytes, at: bytesPerSecond.map { passLink(chunk, $0) } ?? chunk.time)
    return true
  }

  private mutating func passLink(
    _ chunk: Recording.Chunk, _ bytesPerSecond: Int
  ) -> ContinuousClock.Instant {
    linkTime =
      max(linkTime, chunk.time)
      + .seconds(Double(chunk.bytes.count) / Double(bytesPerSecond))
    let wait = ContinuousClock.now.duration(to: linkTime)
    if wait > .zero { usleep(UInt32(wait.seconds * 1e6)) }
    return .now
  }

  private mutating func take(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    let before = (terminal.updateCount, terminal.pictureUpdateCount)
    byteCount += bytes.count
    terminal.take(bytes)
    if terminal.updateCount > before.0 { lastUpdate = time }
    if terminal.pictureUpdateCount > before.1 { lastPicture = time }
    let answers = terminal.takeAnswers()
    if !answers.isEmpty { program.type(String(decoding: answers, as: UTF8.self)) }
  }

  /// Reads until no output arrives for a while; waits longer for the first byte.
  mutating func readUntilQuiet(for silence: Duration = .milliseconds(400)) {
    while read(within: byteCount == 0 ? TerminalProgram.patience : silence) {}
  }

  /// Reads until the condition is true after an update; throws `BenchError.silent` after a timeout.
  mutating func read(
    until what: String, _ isReached: (borrowing PictureTerminal) -> Bool
  ) throws(BenchError) {
    let deadline = ContinuousClock.now + TerminalProgram.patience
    var count = terminal.updateCount
    while !isReached(terminal) {
      repeat {
        guard ContinuousClock.now < deadline, read(within: TerminalProgram.patience) else {
          throw .silent(what)
        }
      } while terminal.updateCount == count
      count = terminal.updateCount
    }
  }

  /// Types a key and reads until output stops and the condition is true.
  ///
  /// The output is parsed only after it stops, so that reading is not slower than the program.
  /// Returns the time from the key to the last byte. Throws `BenchError.silent` after a timeout.
  mutating func press(
    _ key: String, until isReached: (borrowing PictureTerminal) -> Bool
  ) throws(BenchError) -> Duration {
    let start = ContinuousClock.now
    program.type(key)
    while true {
      var chunks: [Recording.Chunk] = []
      while let chunk = program.read(
        within: chunks.isEmpty ? TerminalProgram.patience : .milliseconds(50))
      {
        chunks.append(chunk)
      }
      guard let last = chunks.last else { throw .silent("the whole page") }
      for chunk in chunks { take(chunk.bytes, at: chunk.time) }
      if isReached(terminal) { return start.duration(to: last.time) }
    }
  }
}
