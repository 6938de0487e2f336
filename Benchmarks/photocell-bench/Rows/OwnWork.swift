/// The part of paging that is not ncurses' sending, measured in another process on a terminal.
struct OwnWork {
  /// What the four steps of one key press took.
  struct Press {
    /// The key is handled: the selection moves, cells are bound.
    var handling = Duration.zero
    /// The frame is drawn.
    var drawing = Duration.zero
    /// The frame is put on ncurses' screen in memory.
    var staging = Duration.zero
    /// ncurses finds out what differs and writes it.
    var sending = Duration.zero
    /// The frame that follows because cells have changed, and shows nothing new.
    var following = Duration.zero

    var own: Duration { handling + drawing + staging }
  }

  private let presses: [Press]

  /// Everything but sending.
  var total: Samples { samples(of: \.own) }
  /// Sending alone.
  var sending: Samples { samples(of: \.sending) }

  /// The medians of the parts.
  var parts: String {
    let parts: [(String, KeyPath<Press, Duration>)] = [
      ("keys", \.handling), ("frame", \.drawing), ("stage", \.staging), ("again", \.following),
    ]
    return parts.map { "\($0.0) \(samples(of: $0.1).median.text)" }.joined(separator: ", ")
  }

  private func samples(of part: KeyPath<Press, Duration>) -> Samples {
    presses.reduce(into: Samples()) { $0.add($1[keyPath: part]) }
  }

  /// Lets this program page through a folder and hand back what it measured.
  /// - Throws: `BenchError`.
  static func measure(_ folder: PagingFolder, _ stage: Stage) throws(BenchError) -> OwnWork {
    let results = "\(folder.path).times"
    let program = try TerminalProgram(
      stage.itself([PagingChild.argument, folder.path, folder.opening, results]))
    _ = program.recordUntilQuiet(for: .seconds(3))
    let lines = String(decoding: try Workshop.read(results), as: UTF8.self).split(separator: "\n")
    return OwnWork(presses: lines.map(press(from:)))
  }

  private static func press(from line: Substring) -> Press {
    let times = line.split(separator: " ").compactMap { Int($0) }.map { Duration.nanoseconds($0) }
    guard times.count == 5 else { return Press() }
    return Press(
      handling: times[0], drawing: times[1], staging: times[2], sending: times[3],
      following: times[4])
  }
}
