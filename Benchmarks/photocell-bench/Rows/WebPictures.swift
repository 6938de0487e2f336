import Glibc
import Synchronization
import TestServer

/// A page of images from a server, twice: beside curl, and from the response cache.
enum WebPictures: Benchmarking {
  static let name = "web"
  private static let repeats = 15
  private static let count = 24
  private static let hugeByteCount = 2_000_000_000

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let server = PictureServer()
    let addresses = server.addresses(count)
    let curl = try curl(addresses, stage)
    var (peer, first, fresh, stale) = (Samples(), Samples(), Samples(), Samples())
    var (freshRequests, staleRequests) = (0, 0)
    for index in 0..<repeats {
      try peer.measure { () throws(BenchError) in try curl.run() }
      let name = "web-\(index)"
      first.add(try WebRun.load(addresses, cache: name, stage).time)
      let before = server.server.asked.count
      fresh.add(try WebRun.load(addresses, cache: name, stage).time)
      let between = server.server.asked.count
      freshRequests += between - before
      stale.add(try WebRun.load(addresses, cache: name, later: 1_000, stage).time)
      let conditional = server.server.asked[between...].count { $0.headers["if-none-match"] != nil }
      staleRequests += conditional
    }
    return [
      Row(
        "24 pictures of 400 kB, 20 ms away", first, beside: ("curl, 6 at once", peer), limit: 1.2),
      Row(
        "  again, fresh in the cache", fresh.median, limit: .milliseconds(100),
        peer: "\(freshRequests) requests"),
      Row(
        "  again, stale with validators", stale.median,
        peer: "304s: \(staleRequests) of \(repeats * count)"),
      try cancelledTransfer(stage),
      try hugeDownload(stage),
    ]
  }

  /// curl with the same images, written to files as well.
  private static func curl(_ addresses: [String], _ stage: Stage) throws(BenchError) -> Launch {
    let folder = try stage.folder("curl")
    let lines = addresses.enumerated().map { "url = \"\($1)\"\noutput = \"\(folder)/\($0)\"\n" }
    try Workshop.write(Array(lines.joined().utf8), to: "\(folder)/list")
    return Launch(arguments: [
      "curl", "--silent", "--parallel", "--parallel-max", "6", "--config", "\(folder)/list",
    ])
  }

  /// The time until a server notices that a request was cancelled.
  private static func cancelledTransfer(_ stage: Stage) throws(BenchError) -> Row {
    let ends = Mutex<[ContinuousClock.Instant]>([])
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nbeginning")
      connection.waitForEnd()
      ends.withLock { $0.append(.now) }
      connection.endAfterwards()
    }
    let child = WebChild(folder: "\(stage.workshop)/cancelled")
    let samples = Waiting { () async -> Samples in
      var samples = Samples()
      for number in 1...20 {
        let load = Task { try await child.load(server.address("/\(number)")) }
        await server.wasAsked(number)
        let start = ContinuousClock.now
        load.cancel()
        await server.isAlone()
        samples.add(start.duration(to: ends.withLock { $0.last } ?? .now))
      }
      return samples
    }.result
    return Row(
      "cancelled transfer, until its server sees it: worst", samples.percentile(1),
      limit: .milliseconds(50), peer: "median \(samples.median.text)")
  }

  /// The memory growth of a process that loads two gigabytes.
  private static func hugeDownload(_ stage: Stage) throws(BenchError) -> Row {
    let piece = [UInt8](repeating: 0x5A, count: 1_000_000)
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(hugeByteCount)\r\n\r\n")
      for _ in 0..<(hugeByteCount / piece.count) where connection.send(piece) == false { break }
    }
    let run = try WebRun.load([server.address("/huge")], cache: "huge", stage)
    let growth = run.memoryAfter - run.memoryBefore
    return Row(
      what: "growth of memory during 2 GB", measured: "\(growth) kB",
      peer: "peak \(run.memoryAfter / 1024) MB, \(run.time.text)", target: "< 1024 kB",
      verdict: .init(isKept: growth < 1024))
  }
}
