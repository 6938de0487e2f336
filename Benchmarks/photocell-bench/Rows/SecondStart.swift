import Glibc
import Imaging

/// The first and the second start in a folder; the second finds thumbnails on disk.
enum SecondStart: Benchmarking {
  static let name = "thumbnails"
  private static let repeats = 9
  private static let count = 200
  private static let originalCount = 24

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("starts")
    try PhotoFolder(stage).write(
      originalCount, of: PixelSize(width: 4000, height: 3000), to: folder)
    try fill(folder)
    var (first, second) = (Samples(), Samples())
    for index in 0..<repeats {
      let cache = "starts-\(index)"
      let launch = stage.photocell([folder], cache: cache, keepsThumbnails: true)
      // Compiles the terminfo entry, and warms the page cache.
      _ = try CameraPhotos.lastCell(of: TerminalProgram(stage.photocell([folder], cache: cache)))
      first.add(try start(launch, keepingIn: "\(stage.workshop)/\(cache)/thumbnails/normal"))
      second.add(try startAgain(launch))
    }
    return [
      Row(
        "second start, \(count) photos of 12 MP: last cell", second,
        beside: ("first start", first), limit: 0.125),
      Row("  the same", second.median, limit: .milliseconds(100)),
    ]
  }

  /// Starts the program and waits until it has saved its thumbnails.
  private static func start(
    _ launch: Launch, keepingIn folder: String
  ) throws(BenchError) -> Duration {
    let program = try TerminalProgram(launch)
    let last = try CameraPhotos.lastCell(of: program)
    let deadline = ContinuousClock.now + TerminalProgram.patience
    var (before, now) = (-1, 0)
    while before != now || now < originalCount {
      guard ContinuousClock.now < deadline else { throw .silent("thumbnails") }
      usleep(1_000_000)
      (before, now) = (now, Workshop.names(in: folder).count)
    }
    return last
  }

  /// Starts the program and checks that it uses its thumbnails.
  private static func startAgain(_ launch: Launch) throws(BenchError) -> Duration {
    let program = try TerminalProgram(launch)
    let last = try CameraPhotos.lastCell(of: program)
    program.type("i")
    let status = program.recordUntilQuiet().lastUpdate?.screen.statusLine
    guard status?.contains("thumbnail") == true else { throw .silent("a thumbnail") }
    return last
  }

  /// Makes links to the photos; each gets a thumbnail of its own.
  private static func fill(_ folder: String) throws(BenchError) {
    for number in originalCount..<count {
      let original = "\(folder)/IMG_\(number % originalCount + 1).jpg"
      let path = "\(folder)/IMG_\(number + 1).jpg"
      guard unsafe link(original, path) == 0 else { throw .file(path, errno: errno) }
    }
  }
}
