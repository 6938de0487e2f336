import Imaging

/// A screen of camera photos, from the start of the program to the last cell.
enum CameraPhotos: Benchmarking {
  static let name = "camera"
  private static let repeats = 11
  private static let count = 24

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let plain = try stage.folder("camera")
    let embedded = try stage.folder("camera-thumbnails")
    try PhotoFolder(stage).write(
      count, of: PixelSize(width: 4000, height: 3000), to: plain, withThumbnailsTo: embedded)
    // On this screen a cell is 124 by 88 pixels, for which the decoder scales to an eighth.
    let loop = TurboLoop(
      paths: (1...count).map { "\(plain)/IMG_\($0).jpg" }, eighths: 1,
      size: PixelSize(width: 117, height: 88))
    try loop.run()
    var (floor, whole) = (Samples(), Samples())
    var (preview, small) = (Samples(), Samples())
    for _ in 0..<repeats {
      try floor.measure { () throws(BenchError) in try loop.run() }
      whole.add(try lastCell(of: TerminalProgram(stage.photocell([plain]))))
      let program = try TerminalProgram(stage.photocell([embedded]))
      let recording = program.recordUntilQuiet(for: .seconds(1))
      guard let filled = recording.time(until: { isFilled($0) }) else { throw .silent("previews") }
      preview.add(filled)
      small.add(try lastCell(in: recording))
    }
    let size = try Workshop.read("\(plain)/IMG_1.jpg").count
    let megabytes = (Double(size) / 1e6).text(places: 1)
    return [
      Row(
        "last of 24 photos of 12 MP (\(megabytes) MB)", whole,
        beside: ("bare TurboJPEG loop", floor), limit: 1.35),
      Row("last of 24 EXIF thumbnails", preview.median, limit: .milliseconds(120)),
      Row(
        "last of 24 photos behind them", small, beside: ("bare TurboJPEG loop", floor), limit: 1.6),
    ]
  }

  /// From the start to the last update; throws `BenchError.silent` if a photo is missing.
  static func lastCell(
    of program: borrowing TerminalProgram
  ) throws(BenchError) -> Duration {
    try lastCell(in: program.recordUntilQuiet(for: .seconds(1)))
  }

  private static func lastCell(in recording: Recording) throws(BenchError) -> Duration {
    guard let last = recording.lastUpdate else { throw .silent("any cell") }
    guard isFilled(last.screen) else {
      let missing = last.screen.outlineCount
      throw .silent("\(missing) cells, and \(last.screen.statusLine.prefix(60))")
    }
    return last.time
  }

  private static func isFilled(_ screen: borrowing TerminalText) -> Bool {
    screen.outlineCount == 0 && screen.statusLine.contains("4000x3000")
  }
}
