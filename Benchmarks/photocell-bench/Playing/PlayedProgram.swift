import Glibc
import Imaging

/// A program at a terminal that is played, pictures included, over a link as fast as one wants.
struct PlayedProgram: ~Copyable {
  /// What has come of it on the terminal.
  var terminal: PictureTerminal
  /// When the last update of the screen had been read whole; nil before the first.
  private(set) var lastUpdate: ContinuousClock.Instant?
  /// The same for the last update that came with a picture, or after one.
  private(set) var lastPicture: ContinuousClock.Instant?
  /// How many bytes the program has written.
  private(set) var byteCount = 0
  private let program: TerminalProgram
  private let bytesPerSecond: Int?
  /// When the last byte that was read has come through the link.
  private var linkTime = ContinuousClock.now

  /// Starts a program.
  /// - Parameters:
  ///   - launch: The program.
  ///   - kind: The terminal that is played.
  ///   - bytesPerSecond: How fast the link to it is; nil for as fast as this machine.
  /// - Throws: `BenchError.notStarted`.
  init(
    _ launch: Launch, as kind: TerminalKind, bytesPerSecond: Int? = nil
  ) throws(BenchError) {
    terminal = PictureTerminal(kind)
    self.bytesPerSecond = bytesPerSecond
    program = try TerminalProgram(launch, cell: PictureTerminal.cell)
  }

  /// The process of the program.
  var process: pid_t { program.process }

  /// The time from the start of the program to a moment.
  func time(to moment: ContinuousClock.Instant) -> Duration { program.start.duration(to: moment) }

  /// Types keys.
  func type(_ keys: String) { program.type(keys) }

  /// Waits for bytes for so long at most, and answers what is asked in them.
  /// - Returns: Whether any came; false also where the program has ended.
  mutating func read(within timeout: Duration) -> Bool {
    // Over a slow link no more is read than comes in some milliseconds.
    let limit = bytesPerSecond.map { max(1, $0 / 250) } ?? 65536
    guard let chunk = program.read(within: timeout, upTo: limit) else { return false }
    take(chunk.bytes, at: bytesPerSecond.map { passLink(chunk, $0) } ?? chunk.time)
    return true
  }

  /// Waits until bytes have come through the link.
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

  /// Reads until nothing has come for a while; the program's first byte is waited for longer.
  mutating func readUntilQuiet(for silence: Duration = .milliseconds(400)) {
    while read(within: byteCount == 0 ? TerminalProgram.patience : silence) {}
  }

  /// Reads until the screen is as it should be after an update.
  /// - Throws: `BenchError.silent` where it is not in time.
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

  /// Types a key, and reads what comes until nothing more does; only then looks at it, so that whoever
  /// reads is no slower than the program.
  /// - Parameters:
  ///   - key: What is typed.
  ///   - isReached: Whether the screen is as it should be; else more is waited for.
  /// - Returns: The time from the key to the last byte.
  /// - Throws: `BenchError.silent` where the screen does not become so in time.
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
