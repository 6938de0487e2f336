/// The cost of paging apart from ncurses' output, measured in a child process on a terminal.
struct OwnWork {
  struct Press {
    /// Handling the key: moving the selection and binding cells.
    var handling = Duration.zero
    var drawing = Duration.zero
    /// Copying the frame to ncurses' virtual screen.
    var staging = Duration.zero
    /// ncurses' comparison and output.
    var sending = Duration.zero
    /// The next frame, drawn because cells have changed, without visible differences.
    var following = Duration.zero

    var own: Duration { handling + drawing + staging }
  }

  private let presses: [Press]

  var total: Samples { samples(of: \.own) }
  var sending: Samples { samples(of: \.sending) }

  var parts: String {
    let parts: [(String, KeyPath<Press, Duration>)] = [
      ("keys", \.handling), ("frame", \.drawing), ("stage", \.staging), ("again", \.following),
    ]
    return parts.map { "\($0.0) \(samples(of: $0.1).median.text)" }.joined(separator: ", ")
  }

  private func samples(of part: KeyPath<Press, Duration>) -> Samples {
    presses.reduce(into: Samples()) { $0.add($1[keyPath: part]) }
  }

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
