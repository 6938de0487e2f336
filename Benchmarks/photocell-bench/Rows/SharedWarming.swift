import Glibc
import Imaging
import TestServer

/// Two machines that make the thumbnails of one folder through one shared tier, a processor each, beside one machine
/// with one processor.
enum SharedWarming: Benchmarking {
  static let name = "warm"
  private static let count = 500
  private static let size = PixelSize(width: 4000, height: 3000)
  /// How many of them differ in more than their last bytes.
  private static let originals = 24
  private static let memcached = "/usr/bin/memcached"

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    guard unsafe access(memcached, X_OK) == 0 else { return [] }
    let folder = try stage.folder("warm")
    try PhotoFolder(stage).write(originals, of: size, to: folder)
    for number in originals..<count {
      let photo = try Workshop.read("\(folder)/IMG_\(number % originals + 1).jpg")
      try Workshop.write(photo + Array("\(number)".utf8), to: "\(folder)/IMG_\(number + 1).jpg")
    }
    try Workshop.write(Array("the secret of a benchmark".utf8), to: "\(stage.workshop)/warm.secret")
    guard let place = LoopbackSocket(host: "127.0.0.1") else { throw .silent("a port") }
    let server = try TerminalProgram(
      Launch(arguments: [
        memcached, "-l", "127.0.0.1", "-p", "\(place.port)", "-U", "0", "-u", "root", "-m", "1024",
      ]))
    usleep(500_000)
    close(place.descriptor)
    let tier = [
      "--shared-tier", "memcached://127.0.0.1:\(place.port)", "--shared-tier-secret",
      "\(stage.workshop)/warm.secret",
    ]
    let alone = try warm(folder, [("warm-alone", 0)], [], stage)
    let both = try warm(folder, [("warm-one", 0), ("warm-other", 1)], tier, stage)
    server.type("")
    let rate = alone.time / both.time
    let twice = both.made - count
    return [
      Row(
        what: "\(count) thumbnails by two machines", measured: both.time.text,
        peer: "one machine: \(alone.time.text)", ratio: "\(rate.text(places: 2)) times the rate",
        target: "> 1.90 times", verdict: .init(isKept: rate > 1.9)),
      Row(
        what: "  photos decoded by both", measured: "\(twice)", peer: "\(count) photos",
        target: "< 5 %", verdict: .init(isKept: twice >= 0 && twice * 20 < count)),
    ]
  }

  /// Has machines begin at the same moment, each on a processor of its own.
  /// - Returns: The time until all are done, and how many thumbnails they have made together.
  private static func warm(
    _ folder: String, _ machines: [(cache: String, processor: Int)], _ options: [String],
    _ stage: Stage
  ) throws(BenchError) -> (time: Duration, made: Int) {
    let start = ContinuousClock.now
    var running: [(Launch, pid_t)] = []
    for machine in machines {
      var launch = stage.program(["warm", folder] + options)
      let output = "\(stage.workshop)/\(machine.cache).log"
      launch.arguments =
        ["sh", "-c", "exec taskset -c \(machine.processor) \"$@\" 2>\"$0\"", output]
        + launch.arguments
      launch.variables["XDG_CACHE_HOME"] = "\(stage.workshop)/\(machine.cache)"
      running.append((launch, try launch.start(at: nil)))
    }
    for (launch, process) in running { try launch.wait(for: process) }
    let time = start.duration(to: .now)
    var made = 0
    for machine in machines {
      made += try madeCount(in: "\(stage.workshop)/\(machine.cache).log")
    }
    return (time, made)
  }

  /// What stands before `made` in the summary of a warm-up: `2,000 photos: 1,990 made, …`.
  private static func madeCount(in path: String) throws(BenchError) -> Int {
    let words = String(decoding: try Workshop.read(path), as: UTF8.self).split(separator: " ")
    guard let place = words.firstIndex(where: { $0.hasPrefix("made") }), place > 0,
      let count = Int(words[place - 1].filter { $0 != "," })
    else { throw .silent("a summary") }
    return count
  }
}
