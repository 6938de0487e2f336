import Glibc
import Imaging
import TestServer

/// A screen of photos from a shared tier, and the cost of a tier that does not work.
enum SharedTierHits: Benchmarking {
  static let name = "shared-tier"
  static let count = 24
  private static let repeats = 9
  private static let servers = [
    "memcached": "/usr/bin/memcached", "redis": "/usr/bin/redis-server",
  ]

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("shared")
    try PhotoFolder(stage).write(count, of: PixelSize(width: 4000, height: 3000), to: folder)
    guard let silent = LoopbackSocket(host: "127.0.0.1") else { throw .silent("a port") }
    defer { close(silent.descriptor) }
    // The kernel accepts connections, but no response is ever sent.
    listen(silent.descriptor, 64)
    var rows: [Row] = []
    for (engine, program) in servers.sorted(by: { $0.key < $1.key })
    where unsafe access(program, X_OK) == 0 {
      rows += try hits(engine, program, folder, stage)
    }
    rows += try hitsOfOtherMachine(folder, stage)
    var (alone, dead, stalled) = (Samples(), Samples(), Samples())
    for _ in 0..<repeats {
      alone.add(try load(folder, SharedTierChild.none, on: stage))
      dead.add(try load(folder, "redis://127.0.0.1:1", on: stage))
      stalled.add(try load(folder, "redis://127.0.0.1:\(silent.port)", on: stage))
    }
    return rows + [
      Row("24 photos, tier dead", dead, beside: ("no tier", alone), limit: 1.05),
      Row("24 photos, tier stalled", stalled, beside: ("no tier", alone), limit: 1.05),
    ]
  }

  private static func hits(
    _ engine: String, _ program: String, _ folder: String, _ stage: Stage
  ) throws(BenchError) -> [Row] {
    guard let place = LoopbackSocket(host: "127.0.0.1") else { throw .silent("a port") }
    let options =
      engine == "redis"
      ? ["--bind", "127.0.0.1", "--port", "\(place.port)", "--save", ""]
      : ["-l", "127.0.0.1", "-p", "\(place.port)", "-U", "0", "-u", "root"]
    let server = try TerminalProgram(Launch(arguments: [program] + options))
    usleep(500_000)
    close(place.descriptor)
    let rows = try hits(engine, at: "\(engine)://127.0.0.1:\(place.port)", folder, stage) { $0 }
    server.type("")
    return rows
  }

  /// memcached in another network namespace; empty if none can be created.
  private static func hitsOfOtherMachine(
    _ folder: String, _ stage: Stage
  ) throws(BenchError) -> [Row] {
    guard let memcached = servers["memcached"], unsafe access(memcached, X_OK) == 0,
      let machines = MachinePair()
    else { return [] }
    let address = MachinePair.addresses[0]
    let server = try TerminalProgram(
      Launch(
        arguments: machines.words([memcached, "-l", address, "-U", "0", "-u", "root"], on: 0)))
    usleep(500_000)
    let rows = try hits("memcached on another machine", at: "memcached://\(address)", folder, stage)
    {
      machines.words($0, on: 1)
    }
    server.type("")
    withExtendedLifetime(machines) {}
    return rows
  }

  private static func hits(
    _ engine: String, at address: String, _ folder: String, _ stage: Stage,
    running words: ([String]) -> [String]
  ) throws(BenchError) -> [Row] {
    var (shared, decoded) = (Samples(), Samples())
    _ = try load(folder, address, waits: true, on: stage, running: words)
    for _ in 0..<repeats {
      shared.add(try load(folder, address, waits: true, on: stage, running: words))
      decoded.add(try load(folder, SharedTierChild.none, on: stage, running: words))
    }
    return [
      Row("24 photos from \(engine)", shared, beside: ("decoded", decoded), limit: 0.05),
      Row("  the same", shared.median, limit: .milliseconds(15)),
    ]
  }

  /// The time that a child process takes for the photos, without its start.
  private static func load(
    _ folder: String, _ address: String, waits: Bool = false, on stage: Stage,
    running words: ([String]) -> [String] = { $0 }
  ) throws(BenchError) -> Duration {
    let results = "\(stage.workshop)/shared.results"
    var launch = stage.itself(
      [SharedTierChild.argument, folder, address, waits ? "yes" : "no", results])
    launch.arguments = words(launch.arguments)
    try launch.run()
    let text = String(decoding: try Workshop.read(results), as: UTF8.self)
    guard let nanoseconds = Int(text) else { throw .silent("the photos") }
    return .nanoseconds(nanoseconds)
  }
}
