import Imaging

/// Large photos in the viewer of a simulated kitty, whole and zoomed.
enum Viewing: Benchmarking {
  static let name = "viewer"
  private static let photo = PixelSize(width: 6000, height: 4000)
  private static let count = 101
  private static let rounds = 50
  private static let nextLimit = Duration.milliseconds(50)
  private static let panLimit = Duration.milliseconds(10)
  /// The default budgets of tiles and bitmaps, in kilobytes.
  private static let usualCaches = (128 + 32) * 1000

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("large-photos")
    defer { Workshop.remove(folder) }
    try PhotoFolder(stage).write(count, of: photo, to: folder)
    let small = ["--memory-cache", "16MB", folder]
    return try OpenedPhoto(stage: stage).rows() + ahead(stage.photocell([folder]))
      + leaps(stage.photocell([folder]), in: folder)
      + closeUp(stage.photocell([folder]))
      + memory(stage.photocell([folder]), stage.photocell(small))
  }

  /// The caches are still growing at the tenth photo, unless they are small.
  private static func memory(_ usual: Launch, _ small: Launch) throws(BenchError) -> [Row] {
    let (usual, small) = (
      try ViewingMemory(through: count, usual), try ViewingMemory(through: count, small)
    )
    return [
      usual.row("memory from the 10th to the \(count)st photo of 24 MP", caches: usualCaches),
      usual.storeRow, small.row("  with --memory-cache 16MB", caches: 0),
    ]
  }

  // MARK: - From photo to photo

  private static func ahead(_ launch: Launch) throws(BenchError) -> [Row] {
    var viewed = try ViewedPhotos.opened(by: launch)
    var times = Samples()
    for _ in 0..<rounds {
      // Wait until the next one is preloaded.
      viewed.played.readUntilQuiet(for: .seconds(1))
      times.add(try viewed.change(by: "n"))
    }
    return [
      Row(
        "next photo of 24 MP, loaded ahead: last byte, p99", times.percentile(0.99),
        limit: nextLimit),
      Row("  median", times.median),
    ]
  }

  /// Photos that are not preloaded, beside a loop that only decodes and scales.
  private static func leaps(_ launch: Launch, in folder: String) throws(BenchError) -> [Row] {
    var viewed = try ViewedPhotos.opened(by: launch)
    var (ours, floor) = (Samples(), Samples())
    for number in stride(from: 4, through: count, by: 3) {
      viewed.played.readUntilQuiet(for: .seconds(1))
      ours.add(try viewed.change(by: "3n"))
      // The smallest scale that fills the screen is two eighths.
      let loop = TurboLoop(
        paths: ["\(folder)/IMG_\(number).jpg"], eighths: 2,
        size: PixelSize(width: 1323, height: 882))
      try floor.measure { () throws(BenchError) in try loop.run() }
    }
    return [
      Row(
        "a photo of 24 MP that is not expected: last byte", ours,
        beside: ("bare TurboJPEG", floor), limit: 1.3)
    ]
  }

  // MARK: - Close up

  private static func closeUp(_ launch: Launch) throws(BenchError) -> [Row] {
    var viewed = try ViewedPhotos.opened(by: launch)
    let first = try viewed.look(by: "z")
    viewed.played.readUntilQuiet(for: .seconds(1))
    let sent = viewed.played.terminal.store.transmissionCount
    let decoding = try viewed.decodingTime
    var times = Samples()
    for _ in 0..<rounds {
      for key in ["l", "h"] {
        let count = viewed.played.terminal.updateCount
        times.add(try viewed.played.press(key) { $0.updateCount > count && $0.isFilled })
      }
    }
    let worked = try viewed.decodingTime - decoding
    return [
      Row("24 MP at 1:1: last byte", first),
      Row("a step aside there: last byte, p99", times.percentile(0.99), limit: panLimit),
      Row("  median", times.median),
      .count("  pictures sent", viewed.played.terminal.store.transmissionCount - sent),
      Row(
        what: "  work of the decoders", measured: worked.text, target: "0",
        verdict: .init(isKept: worked == .zero)),
    ]
  }
}
