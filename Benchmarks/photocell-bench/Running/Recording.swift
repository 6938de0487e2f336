import Imaging

/// What a program wrote to its terminal, and when it was read.
struct Recording {
  /// The bytes of one read.
  struct Chunk {
    /// The moment after the read.
    let time: ContinuousClock.Instant
    let bytes: [UInt8]
  }

  /// What ends an update of the screen (synchronized output, mode 2026).
  static let updateEnd = Array("\u{1b}[?2026l".utf8)

  /// When the program was started, or asked for something.
  let start: ContinuousClock.Instant
  private(set) var chunks: [Chunk] = []

  init(start: ContinuousClock.Instant) {
    self.start = start
  }

  /// Whether nothing was read yet.
  var isEmpty: Bool { chunks.isEmpty }

  /// The time until the first byte.
  var firstByte: Duration? { chunks.first.map { start.duration(to: $0.time) } }

  /// Adds what was read.
  mutating func add(_ chunk: Chunk) {
    chunks.append(chunk)
  }

  /// The time until the screen, after a whole update, is as it should be for the first time.
  func time(until isReached: (borrowing TerminalText) -> Bool) -> Duration? {
    var screen = TerminalText(size: TerminalProgram.screen)
    for chunk in chunks {
      var isHere = false
      for byte in chunk.bytes where screen.take(byte) == .updateEnd {
        isHere = isHere || isReached(screen)
      }
      if isHere { return start.duration(to: chunk.time) }
    }
    return nil
  }

  /// The time until the last whole update, and the screen after everything.
  var lastUpdate: (time: Duration, screen: TerminalText)? {
    var screen = TerminalText(size: TerminalProgram.screen)
    var last: ContinuousClock.Instant?
    for chunk in chunks {
      for byte in chunk.bytes where screen.take(byte) == .updateEnd { last = chunk.time }
    }
    return last.map { (start.duration(to: $0), screen) }
  }
}
