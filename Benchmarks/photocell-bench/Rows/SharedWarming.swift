import Glibc
import Imaging
import TestServer

/// Two machines that make the thumbnails of one folder and share a tier, with one processor each.
///
/// Beside one machine alone, and beside two that get half of the photos each, which is the optimum.
enum SharedWarming: Benchmarking {
  static let name = "warm"
  /// Camera photos, and an archive of photos as small as phones send them.
  private static let archives: [(count: Int, size: PixelSize)] = [
    (500, PixelSize(width: 4000, height: 3000)), (2_000, PixelSize(width: 1600, height: 1200)),
  ]
  /// The number of distinct images; the others differ in their last bytes only.
  private static let originals = 24
  /// Rounds of alternation, as times vary by three percent.
  private static let rounds = 3
  private static let memcached = "/usr/bin/memcached"

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    guard unsafe access(memcached, X_OK) == 0 else { return [] }
    guard let place = LoopbackSocket(host: "127.0.0.1") else { throw .silent("a port") }
    let server = try TerminalProgram(
      Launch(arguments: [
        memcached, "-l", "127.0.0.1", "-p", "\(place.port)", "-U", "0", "-u", "root", "-m", "1024",
      ]))
    usleep(500_000)
    close(place.descriptor)
    let tier = ["--shared-tier", "memcached://127.0.0.1:\(place.port)"]
    var rows: [Row] = []
    for (count, size) in archives { rows += try Self.rows(of: count, size, tier, stage) }
    server.type("")
    return rows
  }

  private static func rows(
    of count: Int, _ size: PixelSize, _ tier: [String], _ stage: Stage
  ) throws(BenchError) -> [Row] {
    let name = "warm-\(count)"
    let folder = try stage.folder(name)
    try PhotoFolder(stage).write(originals, of: size, to: folder)
    for number in originals..<count {
      let photo = try Workshop.read("\(folder)/IMG_\(number % originals + 1).jpg")
      try Workshop.write(photo + Array("\(number)".utf8), to: "\(folder)/IMG_\(number + 1).jpg")
    }
    let halves = [try stage.folder("\(name)-odd"), try stage.folder("\(name)-even")]
    for number in 1...count {
      let path = "\(halves[number % 2])/IMG_\(number).jpg"
      guard unsafe link("\(folder)/IMG_\(number).jpg", path) == 0 else {
        throw .file(path, errno: errno)
      }
    }
    var (alone, divided, both) = (Samples(), Samples(), Samples())
    var made: [Int] = []
    for round in 1...rounds {
      func warm(
        _ folders: [String], _ way: String
      ) throws(BenchError) -> (time: Duration, made: Int) {
        try Self.warm(folders, "\(name)-\(way)-\(round)", tier, stage)
      }
      alone.add(try warm([folder], "alone").time)
      divided.add(try warm(halves, "divided").time)
      let together = try warm([folder, folder], "both")
      both.add(together.time)
      made.append(together.made)
    }
    let (rate, share) = (alone.ratio(to: both), divided.ratio(to: both))
    let twice = (made.max() ?? 0) - count
    let isComplete = made.allSatisfy { $0 >= count }
    let megapixels = Double(size.area) / 1e6
    return [
      Row(
        what: "\(count) of \(megapixels.text(places: 0)) MP by two machines",
        measured: both.median.text, peer: "half for each: \(divided.median.text)",
        ratio: "\(share.text(places: 2)) of that rate", target: "> 0.95 of it",
        verdict: .init(isKept: share > 0.95)),
      Row(
        what: "  beside one machine", measured: "\(rate.text(places: 2)) times the rate",
        peer: "one: \(alone.median.text)"),
      Row(
        what: "  photos decoded by both", measured: "\(twice)", peer: "\(count) photos",
        target: "< 5 %", verdict: .init(isKept: isComplete && twice * 20 < count)),
    ]
  }

  /// Starts one machine for each folder at once, each with its own processor and caches.
  ///
  /// A new secret makes the tier empty. Returns the time until all are done, and the total number
  /// of thumbnails made.
  private static func warm(
    _ folders: [String], _ name: String, _ tier: [String], _ stage: Stage
  ) throws(BenchError) -> (time: Duration, made: Int) {
    let secret = "\(stage.workshop)/\(name).secret"
    try Workshop.write(Array("a secret of \(name)".utf8), to: secret)
    let caches = folders.indices.map { "\(stage.workshop)/\(name)-\($0)" }
    let start = ContinuousClock.now
    var running: [(Launch, pid_t)] = []
    for (processor, folder) in folders.enumerated() {
      var launch = stage.program(["warm", folder] + tier + ["--shared-tier-secret", secret])
      launch.arguments =
        [
          "sh", "-c", "exec taskset -c \(processor) \"$@\" 2>\"$0\"", "\(caches[processor]).log",
        ] + launch.arguments
      launch.variables["XDG_CACHE_HOME"] = caches[processor]
      running.append((launch, try launch.start(at: nil)))
    }
    for (launch, process) in running { try launch.wait(for: process) }
    let time = start.duration(to: .now)
    var made = 0
    for cache in caches { made += try madeCount(in: "\(cache).log") }
    return (time, made)
  }

  /// Parses the count in a summary: `2,000 photos: 1,990 made, …`.
  private static func madeCount(in path: String) throws(BenchError) -> Int {
    let words = String(decoding: try Workshop.read(path), as: UTF8.self).split(separator: " ")
    guard let place = words.firstIndex(where: { $0.hasPrefix("made") }), place > 0,
      let count = Int(words[place - 1].filter { $0 != "," })
    else { throw .silent("a summary") }
    return count
  }
}
