import Imaging

/// The output of a program, with the time of each read.
struct Recording {
  struct Chunk {
    let time: ContinuousClock.Instant
    let bytes: [UInt8]
  }

  /// The end of a synchronized update (mode 2026).
  static let updateEnd = Array("\u{1b}[?2026l".utf8)

  /// The start of the program, or of a request to it.
  let start: ContinuousClock.Instant
  private(set) var chunks: [Chunk] = []

  init(start: ContinuousClock.Instant) {
    self.start = start
  }

  var isEmpty: Bool { chunks.isEmpty }

  var firstByte: Duration? { chunks.first.map { start.duration(to: $0.time) } }

  mutating func add(_ chunk: Chunk) {
    chunks.append(chunk)
  }

  /// The time to the first update after which the condition is true.
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

  /// The time to the last complete update, and the final screen.
  var lastUpdate: (time: Duration, screen: TerminalText)? {
    var screen = TerminalText(size: TerminalProgram.screen)
    var last: ContinuousClock.Instant?
    for chunk in chunks {
      for byte in chunk.bytes where screen.take(byte) == .updateEnd { last = chunk.time }
    }
    return last.map { (start.duration(to: $0), screen) }
  }
}
