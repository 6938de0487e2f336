/// The time to the first output, beside a C program that does nothing.
enum FirstFrame: Benchmarking {
  static let name = "first-frame"
  private static let repeats = 60

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let chafa = Launch(arguments: ["chafa", "--version"])
    // Compiles the terminfo entry, which happens once.
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
    ] + (try configurationRows(on: stage))
  }

  /// Alternates the order within pairs, as the previous process is still exiting.
  private static func configurationRows(on stage: Stage) throws(BenchError) -> [Row] {
    let plain = stage.photocell([stage.demoPhotos])
    var configured = plain
    configured.variables["XDG_CONFIG_HOME"] = try configurationFolder(on: stage)
    var (with, without) = (Samples(), Samples())
    for index in 0..<repeats {
      if index.isMultiple(of: 2) { without.add(try times(of: plain).byte) }
      with.add(try times(of: configured).byte)
      if !index.isMultiple(of: 2) { without.add(try times(of: plain).byte) }
    }
    return [
      Row("first byte, a configuration of 100 lines", with, beside: ("without", without)),
      Row("  what it takes", with.difference(to: without), limit: .microseconds(200)),
    ]
  }

  /// Makes a 100-line configuration without visible effect; returns the `XDG_CONFIG_HOME`.
  private static func configurationFolder(on stage: Stage) throws(BenchError) -> String {
    let settings = [
      "sort = \"given\"", "reverse = false", "group = \"none\"", "caption = \"name\"",
      "watch = true",
      "background = \"terminal\"", "motion = true", "cursor = false", "memory-cache = \"128MB\"",
      "ttl = \"10m\"", "http-cache = \"1GB\"", "offline = false",
    ].flatMap { ["# A line about what the next one is for.", $0, ""] }
    let looks = ["failure", "problem", "match", "navigator", "border", "progress", "truncated"]
      .map { "\($0) = \"bold #ff8800\"" }
    let keys = "abcdefghijklmnopqrstuvwxyz".flatMap { key in
      ["T\(key) = \"mark\"", "U\(key) = [\"sort taken\", \"copy ~/Keep\"]"]
    }
    let rules = ["[[open]]", "command = \"gimp %f\"", "extensions = [\"xcf\", \"png\"]"]
    let lines = settings + rules + ["[theme]"] + looks + ["[keys.grid]"] + keys + [""]
    let folder = try stage.folder("configuration")
    try Workshop.makeFolder("\(folder)/photocell")
    let text = lines.joined(separator: "\n")
    try Workshop.write(Array(text.utf8), to: "\(folder)/photocell/config.toml")
    return folder
  }

  private static func times(
    of launch: Launch
  ) throws(BenchError) -> (byte: Duration, frame: Duration) {
    let program = try TerminalProgram(launch)
    guard let chunk = program.read(within: TerminalProgram.patience) else {
      throw .silent("the first byte")
    }
    let byte = program.start.duration(to: chunk.time)
    // The whole first frame may arrive in one read.
    if chunk.bytes.suffix(Recording.updateEnd.count).elementsEqual(Recording.updateEnd) {
      return (byte, byte)
    }
    return (byte, program.start.duration(to: try program.awaitUpdate()))
  }
}
