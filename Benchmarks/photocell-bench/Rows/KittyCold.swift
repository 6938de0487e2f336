import Imaging

/// A screen of camera photos in a simulated kitty, beside symbols, and beside timg.
struct KittyCold {
  private static let repeats = 9
  private static let count = 24
  private static let grid = (columns: 6, rows: 4)

  let stage: Stage

  func rows() throws(BenchError) -> [Row] {
    let folder = try stage.folder("kitty-camera")
    try PhotoFolder(stage).write(
      Self.count, of: PixelSize(width: 4000, height: 3000), to: folder)
    let timg = Launch.timg(
      (1...Self.count).map { "\(folder)/IMG_\($0).jpg" }, columns: Self.grid.columns,
      rows: Self.grid.rows)
    // Compiles the terminfo entry, and warms the page cache.
    _ = try time([folder], sending: Self.count)
    var (pixels, symbols, sheet) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.repeats {
      symbols.add(try time(["--images", "symbols", folder], sending: 0))
      pixels.add(try time([folder], sending: Self.count))
      if timg.isInstalled { sheet.add(try time(of: timg)) }
    }
    return [
      Row("last of 24 photos of 12 MP in kitty", pixels, beside: ("symbols", symbols), limit: 1.25),
      timg.isInstalled
        ? Row("  the same", pixels, beside: ("timg -pk --grid", sheet), limit: 0.6)
        : Row(what: "  the same beside timg", measured: "not measured: timg is not installed"),
    ]
  }

  /// From the start of the program to its last update; each image must be sent exactly once.
  private func time(
    _ arguments: [String], sending count: Int
  ) throws(BenchError) -> Duration {
    var played = try PlayedProgram(stage.photocell(arguments), as: .kitty)
    try played.read(until: "\(Self.count) pictures") { terminal in
      terminal.screen.count(of: "IMG_\(Self.count).jpg") > 0
        && terminal.screen.outlineCount == 0 && terminal.wholePictures.count == count
    }
    played.readUntilQuiet(for: .seconds(1))
    guard let last = played.lastUpdate else { throw .silent("any update") }
    let sent = played.terminal.store.transmissionCount
    guard sent == count else { throw .silent("\(count) pictures, and no more: \(sent)") }
    try Self.requireFinal(&played, Self.count)
    return played.time(to: last)
  }

  /// Checks that every cell has a provenance badge, which only final images have.
  static func requireFinal(_ played: inout PlayedProgram, _ count: Int) throws(BenchError) {
    played.type("i")
    try played.read(until: "\(count) sharp pictures") { $0.badgeCount == count }
    played.readUntilQuiet()
    let (faults, stray) = (played.terminal.store.faults, played.terminal.strayPieceCount)
    guard faults.isEmpty, stray == 0 else {
      throw .silent("faultless pictures: \(faults), \(stray) cells without one")
    }
  }

  private func time(of timg: Launch) throws(BenchError) -> Duration {
    var played = try PlayedProgram(timg, as: .kitty)
    var last = ContinuousClock.now
    while played.read(within: TerminalProgram.patience) { last = .now }
    let sent = played.terminal.store.transmissionCount
    guard sent == Self.count else { throw .silent("\(Self.count) pictures of timg: \(sent)") }
    return played.time(to: last)
  }
}
