/// A filter typed over a hundred thousand names, beside fzf with the same names.
enum Finding: Benchmarking {
  static let name = "finding"
  private static let rounds = 30
  /// The keys: letters that all, many and few names contain, with deletions.
  private static let keys = [
    "m", "7", "1", "\u{7F}", "\u{7F}", "\u{7F}", "9", "0", "\u{7F}", "\u{7F}",
  ]
  private static let limit = Duration.milliseconds(16)

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try LargeFolder.make(on: stage)
    defer { Workshop.remove(folder) }
    let names = "\(folder)/.names"
    try Workshop.write(
      Workshop.names(in: folder).sorted().joined(separator: "\n").utf8.map(\.self), to: names)
    let fzf = Launch(arguments: ["sh", "-c", "fzf -f m71 <\(names) >/dev/null"])
    let program = try TerminalProgram(stage.photocell([folder]))
    _ = program.recordUntilQuiet(for: .seconds(1))
    program.type("f")
    _ = program.recordUntilQuiet()
    var (frames, peer, line) = (Samples(), Samples(), FilterLine())
    for _ in 0..<rounds {
      for key in keys { frames.add(try line.time(of: key, in: program)) }
      try peer.measure { () throws(BenchError) in try fzf.run() }
    }
    return [
      Row(
        "a letter of a filter, 100,000 names, key to frame: p99", frames.percentile(0.99),
        limit: limit),
      Row("  median", frames, beside: ("fzf -f m71, all of it", peer), limit: 1),
    ]
  }
}

private struct FilterLine {
  private static let patience = Duration.seconds(30)
  private static let silence = Duration.milliseconds(60)

  private var screen = TerminalText(size: TerminalProgram.screen)

  private var count: String {
    screen.statusLine.split(separator: "  ").first.map(String.init) ?? ""
  }

  /// Types a key and reads until output stops; returns the time until the final count was shown.
  mutating func time(
    of key: String, in program: borrowing TerminalProgram
  ) throws(BenchError) -> Duration {
    var recording = Recording(start: .now)
    program.type(key)
    while let chunk = program.read(within: recording.isEmpty ? Self.patience : Self.silence) {
      recording.add(chunk)
    }
    var updates: [(time: Duration, count: String)] = []
    for chunk in recording.chunks {
      for byte in chunk.bytes where screen.take(byte) == .updateEnd {
        updates.append((recording.start.duration(to: chunk.time), count))
      }
    }
    guard let last = updates.last, let first = updates.first(where: { $0.count == last.count })
    else { throw .silent("what a filter leaves") }
    return first.time
  }
}
