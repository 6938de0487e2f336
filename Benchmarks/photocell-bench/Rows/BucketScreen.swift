import Glibc
import Imaging
import TestServer

/// The first screen of an S3 bucket of large photos, beside curl with the same requests.
///
/// Once with a latency of 20 ms on the link, and once in the server, which excludes the cost of
/// connecting.
enum BucketScreen: Benchmarking {
  static let name = "bucket"
  private static let count = 100_000
  private static let repeats = 9
  private static let size = PixelSize(width: 4000, height: 3000)
  /// The first range requested of each photo, in bytes.
  private static let head = 65_536

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let (folder, twin) = (try stage.folder("bucket-plain"), try stage.folder("bucket"))
    try PhotoFolder(stage).write(1, of: size, to: folder, withThumbnailsTo: twin)
    let photo = try Workshop.read("\(twin)/IMG_1.jpg")
    let large = "\(photo.count >> 10) KB"
    var rows = try Self.rows(
      of: BucketServer(count, of: photo, after: 20_000), "of \(large), 20 ms an answer", stage)
    if let line = LongLine(roundTrip: .milliseconds(20)) {
      defer { line.end() }
      rows += try Self.rows(
        of: BucketServer(count, of: photo, behind: line), "of \(large), 20 ms away", stage)
    }
    return rows
  }

  private static func rows(
    of server: BucketServer, _ what: String, _ stage: Stage
  ) throws(BenchError) -> [Row] {
    var (screens, peers) = (Samples(), Samples())
    var (pages, cells, bytes) = (0, 0, 0)
    for run in 0..<repeats {
      let before = server.sent.count
      let screen = try first(of: server, "bucket-\(what)-\(run)", stage)
      screens.add(screen.time)
      let sent = server.sent.dropFirst(before).filter { $0.time < screen.moment }
      pages = max(pages, sent.count { $0.name == nil })
      let objects = sent.filter { $0.name != nil }
      (cells, bytes) = (
        screen.cells,
        max(bytes, objects.reduce(0) { $0 + $1.byteCount } / max(1, Set(objects.map(\.name)).count))
      )
      let curl = curl(server, cells, stage)
      try peers.measure { () throws(BenchError) in try curl.run() }
    }
    return [
      Row(
        "\(cells) photos \(what)", screens, beside: ("curl, all at once", peers), limit: 1.5),
      Row(
        what: "  pages of the list until then", measured: "\(pages)", target: "1",
        verdict: .init(isKept: pages == 1)),
      Row(
        what: "  bytes a photo until then", measured: "\(bytes)", target: "<= \(head)",
        verdict: .init(isKept: bytes <= head)),
    ]
  }

  /// Opens the bucket; returns when the last cell of the first screen was drawn, and their count.
  private static func first(
    of server: BucketServer, _ cache: String, _ stage: Stage
  ) throws(BenchError) -> (time: Duration, moment: ContinuousClock.Instant, cells: Int) {
    var launch = stage.photocell(
      ["s3://\(BucketServer.bucket)/", "--s3-endpoint", server.address("")], cache: cache)
    launch.variables["AWS_ACCESS_KEY_ID"] = "key"
    launch.variables["AWS_SECRET_ACCESS_KEY"] = "secret"
    let program = try TerminalProgram(launch)
    let recording = program.recordUntilQuiet(for: .seconds(1))
    program.type("q")
    guard let screen = recording.lastUpdate?.screen else { throw .silent("the first screen") }
    let all = pieces(on: screen)
    guard all > 0, let time = recording.time(until: { pieces(on: $0) >= all }) else {
      throw .silent("pictures")
    }
    return (time, recording.start + time, screen.count(of: "IMG_"))
  }

  private static func pieces(on screen: borrowing TerminalText) -> Int {
    screen.cells.count {
      (0x2580...0x259F).contains($0.scalar.value) || (0x1FB00...0x1FB3B).contains($0.scalar.value)
    }
  }

  /// curl for a page of the list, and then for the first bytes of the photos.
  private static func curl(_ server: BucketServer, _ count: Int, _ stage: Stage) -> Launch {
    let list = server.address("/\(BucketServer.bucket)?list-type=2&max-keys=256")
    let last = BucketServer.name(max(0, count - 1)).dropFirst(4).prefix(6)
    let objects = server.address("/\(BucketServer.bucket)/IMG_[000000-\(last)].jpg")
    return Launch(arguments: [
      "sh", "-c",
      "curl --silent --output /dev/null \"$0\" && curl --silent --parallel --parallel-immediate "
        + "--range 0-\(head - 1) --output /dev/null \"$1\"", list, objects,
    ])
  }
}
