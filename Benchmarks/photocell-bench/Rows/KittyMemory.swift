import Imaging

/// The memory growth of the program and a simulated kitty after ten thousand photos.
enum KittyMemory: Benchmarking {
  static let name = "kitty-memory"
  private static let count = 10_000
  /// The allowed growth on top of the caches, in kilobytes.
  private static let growthLimit = 32 * 1024
  /// The default budgets of tiles and bitmaps, in kilobytes.
  private static let usualCaches = (128 + 32) * 1000
  private static let smallCaches = (16 + 4) * 1000
  private static let storeLimit = 250_000_000

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("kitty-many")
    // Identical images would be sent only once.
    try PhotoFolder(stage).write(count, of: PixelSize(width: 320, height: 240), to: folder)
    defer { Workshop.remove(folder) }
    let usual = try Scrolling(stage.photocell([folder]), count)
    let small = try Scrolling(stage.photocell(["--memory-cache", "16MB", folder]), count)
    return [
      usual.row("10,000 photos in kitty: memory grown", limit: growthLimit + usualCaches),
      small.row("  with --memory-cache 16MB", limit: growthLimit + smallCaches),
      Row(
        what: "  held by kitty, highest",
        measured: "\(usual.storePeak / 1_000_000) MB, \(usual.sentCount) sent",
        target: "< \(storeLimit / 1_000_000) MB",
        verdict: .init(isKept: usual.storePeak < storeLimit)),
      .count("  cells that ask for a picture that is not there", usual.strayCount),
    ]
  }
}

private struct Scrolling {
  /// The program's memory after the first and the last screen, in kilobytes.
  private(set) var memory = (start: 0, end: 0)
  /// In kilobytes.
  private(set) var peakMemory = 0
  /// The maximum size of the terminal's image store, in bytes.
  private(set) var storePeak = 0
  private(set) var sentCount = 0
  /// The number of placeholder cells without a stored image, over all screens.
  private(set) var strayCount = 0

  init(_ launch: Launch, _ count: Int) throws(BenchError) {
    var played = try PlayedProgram(launch, as: .kitty)
    let facts = ProcessFacts(process: played.process)
    played.readUntilQuiet(for: .seconds(1))
    memory.start = try facts.memory
    for page in 1..<count / 24 {
      played.type("\u{06}")
      let first = page * 24 + 1
      try played.read(until: "page \(page)") { terminal in
        terminal.screen.count(of: "IMG_\(first).") > 0 && terminal.screen.outlineCount == 0
          && terminal.wholePictures.count == 24
      }
      strayCount += played.terminal.strayPieceCount
    }
    played.readUntilQuiet(for: .seconds(1))
    guard played.terminal.store.faults.isEmpty else {
      throw .silent("faultless pictures: \(played.terminal.store.faults[0])")
    }
    (memory.end, peakMemory) = (try facts.memory, try facts.peakMemory)
    storePeak = played.terminal.store.peakByteCount
    sentCount = played.terminal.store.transmissionCount
  }

  func row(_ what: String, limit: Int) -> Row {
    let grown = memory.end - memory.start
    return Row(
      what: what, measured: "\(grown / 1024) MB",
      peer: "from \(memory.start / 1024) to \(memory.end / 1024), highest \(peakMemory / 1024) MB",
      target: "< \(limit / 1024) MB", verdict: .init(isKept: grown < limit))
  }
}
