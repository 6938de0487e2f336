/// From a key to the last byte of the page.
enum Paging: Benchmarking {
  static let name = "paging"
  private static let rounds = 60
  private static let limit = Duration.milliseconds(22)
  private static let ownLimit = Duration.milliseconds(3)

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    try rows(
      "opened photos, every cell changes", PagingFolder.viewer(stage), stage)
      + rows("grid of 24 new photos", PagingFolder.grid(stage), stage)
  }

  private static func rows(
    _ what: String, _ folder: PagingFolder, _ stage: Stage
  ) throws(BenchError) -> [Row] {
    let (first, cached) = try page(through: folder, stage)
    let own = try OwnWork.measure(folder, stage)
    return [
      Row("paging, \(what): p99", cached.percentile(0.99), limit: limit),
      Row("  median", cached.median),
      Row("  first time, whole page: median", first.median),
      Row("  ours of it: p99", own.total.percentile(0.99), limit: ownLimit),
      Row("  ours of it: median", own.total.median, peer: own.parts),
      Row("  doupdate: median", own.sending.median),
    ]
  }

  private static func page(
    through folder: PagingFolder, _ stage: Stage
  ) throws(BenchError) -> (first: Samples, cached: Samples) {
    let program = try TerminalProgram(stage.photocell([folder.path]))
    _ = program.recordUntilQuiet()
    if !folder.opening.isEmpty {
      program.type(folder.opening)
      _ = program.recordUntilQuiet()
    }
    var (first, cached) = (Samples(), Samples())
    for key in folder.round {
      let start = ContinuousClock.now
      program.type(String(key))
      let recording = program.recordUntilQuiet()
      guard let last = recording.chunks.last?.time else { throw .silent("a page") }
      first.add(start.duration(to: last))
    }
    for _ in 0..<rounds {
      for key in folder.round {
        let start = ContinuousClock.now
        program.type(String(key))
        cached.add(start.duration(to: try program.awaitUpdate()))
      }
    }
    return (first, cached)
  }
}
