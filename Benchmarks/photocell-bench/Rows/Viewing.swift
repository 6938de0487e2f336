import Imaging

/// Large photos one after another in the viewer, and one of them close up, in a terminal that answers as
/// kitty.
enum Viewing: Benchmarking {
  static let name = "viewer"
  private static let photo = PixelSize(width: 6000, height: 4000)
  private static let count = 61
  private static let rounds = 50
  private static let nextLimit = Duration.milliseconds(50)
  private static let panLimit = Duration.milliseconds(10)
  /// What may come on top after the tenth photo where the caches are full by then, in kilobytes.
  private static let growthLimit = 8 * 1024

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("large-photos")
    defer { Workshop.remove(folder) }
    try PhotoFolder(stage).write(count, of: photo, to: folder)
    return try nextPhotos(stage.photocell([folder]))
      + memory(stage.photocell(["--memory-cache", "16MB", folder]))
      + panning(stage.photocell([folder]))
  }

  // MARK: - From photo to photo

  private static func nextPhotos(_ launch: Launch) throws(BenchError) -> [Row] {
    var played = try opened(launch)
    var times = Samples()
    for _ in 2..<count {
      // The next one has been loaded ahead by then.
      played.readUntilQuiet()
      times.add(try changed(by: "n", in: &played))
    }
    return [
      Row(
        "next photo of 24 MP, loaded ahead: last byte, p99", times.percentile(0.99),
        limit: nextLimit),
      Row("  median", times.median),
    ]
  }

  private static func memory(_ launch: Launch) throws(BenchError) -> [Row] {
    var played = try opened(launch)
    let facts = ProcessFacts(process: played.process)
    var tenth = 0
    for number in 2..<count {
      _ = try changed(by: "n", in: &played)
      if number == 10 { tenth = try facts.memory }
    }
    let grown = try facts.memory - tenth
    return [
      Row(
        what: "memory from the tenth photo to the last, with --memory-cache 16MB",
        measured: "\(grown / 1024) MB", peer: "the tenth: \(tenth / 1024) MB",
        target: "< \(growthLimit / 1024) MB", verdict: .init(isKept: grown < growthLimit))
    ]
  }

  // MARK: - Close up

  private static func panning(_ launch: Launch) throws(BenchError) -> [Row] {
    var played = try opened(launch)
    _ = try changed(by: "z", in: &played)
    played.readUntilQuiet(for: .seconds(1))
    let sent = played.terminal.store.transmissionCount
    var times = Samples()
    for _ in 0..<rounds {
      for key in ["l", "h"] {
        let count = played.terminal.updateCount
        times.add(try played.press(key) { $0.updateCount > count })
      }
    }
    return [
      Row("a step aside at 1:1: last byte, p99", times.percentile(0.99), limit: panLimit),
      Row("  median", times.median),
      .count("  pictures sent", played.terminal.store.transmissionCount - sent),
    ]
  }

  /// Starts the program and opens its first photo.
  private static func opened(_ launch: Launch) throws(BenchError) -> PlayedProgram {
    var played = try PlayedProgram(launch, as: .kitty)
    played.readUntilQuiet(for: .seconds(2))
    _ = try changed(by: "\r", in: &played)
    return played
  }

  /// Types a key that brings another picture, and returns the time to its last byte.
  private static func changed(
    by key: String, in played: inout PlayedProgram
  ) throws(BenchError) -> Duration {
    let sent = played.terminal.store.transmissionCount
    return try played.press(key) {
      $0.store.transmissionCount > sent && $0.wholePictures.count == 1
    }
  }
}
