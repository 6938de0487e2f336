/// A filter that is typed over a hundred thousand names, beside fzf, which reads the same names from a file.
enum Finding: Benchmarking {
  static let name = "finding"
  private static let rounds = 30
  /// What is typed, and taken back again: letters that all names have, many and few.
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
    var (frames, peer) = (Samples(), Samples())
    for _ in 0..<rounds {
      for key in keys {
        let start = ContinuousClock.now
        program.type(key)
        frames.add(start.duration(to: try program.awaitUpdate()))
        _ = program.recordUntilQuiet(for: .milliseconds(60))
      }
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
