/// Images in a simulated kitty: a new screen, and screens that were shown before.
enum KittyPictures: Benchmarking {
  static let name = "kitty"
  private static let rounds = 90
  private static let limit = Duration.milliseconds(15)

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    try KittyCold(stage: stage).rows() + pages(stage)
  }

  private static func pages(_ stage: Stage) throws(BenchError) -> [Row] {
    let folder = try PagingFolder.grid(stage)
    var played = try PlayedProgram(stage.photocell([folder.path]), as: .kitty)
    played.readUntilQuiet(for: .seconds(1))
    for key in PagingFolder.seenAgain {
      played.type(String(key))
      played.readUntilQuiet(for: .seconds(1))
    }
    let sent = played.terminal.store.transmissionCount
    var times = Samples()
    for _ in 0..<rounds {
      for key in PagingFolder.seenAgain {
        times.add(try played.press(String(key)) { $0.wholePictures.count == 24 })
      }
    }
    let sentAgain = played.terminal.store.transmissionCount - sent
    return [
      Row("paging back in kitty: last byte, p99", times.percentile(0.99), limit: limit),
      Row("  median", times.median),
      .count("  pictures sent again", sentAgain),
      .count("  cells that ask for a picture that is not there", played.terminal.strayPieceCount),
      .count("pictures that kitty holds after the end", try held(after: &played)),
    ]
  }

  private static func held(after played: inout PlayedProgram) throws(BenchError) -> Int {
    played.type("q")
    while played.read(within: .seconds(5)) {}
    return played.terminal.store.pictures.count
  }
}

extension Row {
  /// A count that must be zero.
  static func count(_ what: String, _ count: Int) -> Row {
    Row(what: what, measured: "\(count)", target: "0", verdict: Verdict(isKept: count == 0))
  }
}
