/// How soon something is seen, beside a small program in C that does nothing.
enum FirstFrame: Benchmarking {
  static let name = "first-frame"
  private static let repeats = 60

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let chafa = Launch(arguments: ["chafa", "--version"])
    // The terminfo entry is compiled once.
    _ = try times(of: stage.photocell([stage.demoPhotos]))
    var (peer, first, frame, cold) = (Samples(), Samples(), Samples(), Samples())
    for index in 0..<repeats {
      try peer.measure { () throws(BenchError) in try chafa.run() }
      let warm = try times(of: stage.photocell([stage.demoPhotos]))
      first.add(warm.byte)
      frame.add(warm.frame)
      cold.add(try times(of: stage.photocell([stage.demoPhotos], cache: "cold-\(index)")).byte)
    }
    let beside = ("chafa --version", peer)
    return [
      Row("first byte, 24 photos", first, beside: beside, limit: 1.5),
      Row("first frame whole, 24 photos", frame, beside: beside),
      Row("first byte, empty XDG_CACHE_HOME", cold, beside: beside),
    ]
  }

  private static func times(
    of launch: Launch
  ) throws(BenchError) -> (byte: Duration, frame: Duration) {
    let program = try TerminalProgram(launch)
    guard let chunk = program.read(within: TerminalProgram.patience) else {
      throw .silent("the first byte")
    }
    let byte = program.start.duration(to: chunk.time)
    // All of the first frame may have come in one read.
    if chunk.bytes.suffix(Recording.updateEnd.count).elementsEqual(Recording.updateEnd) {
      return (byte, byte)
    }
    return (byte, program.start.duration(to: try program.awaitUpdate()))
  }
}
