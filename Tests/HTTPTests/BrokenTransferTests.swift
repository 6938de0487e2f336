import Base
import ExpiringCache
import HTTP
import Synchronization
import TestServer
import TestSupport
import Testing

@Suite("Interrupted transfers", .integration, .timeLimit(.minutes(30)))
struct BrokenTransferTests {
  /// A file of three megabytes.
  private static let file: [UInt8] = {
    var random = SplitMix64(seed: 7)
    return (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
  }()
  private static let tag = "\"v1\""

  /// How a server ends its responses early.
  private struct Manner: Sendable {
    var tag = BrokenTransferTests.tag
    var lines: [String] = []
    /// How many bytes of each response it sends; nil for all of them.
    var cut: Int? = 1_200_000
    /// After how many responses it sends all of them.
    var cuts = Int.max
    /// The value of Content-Range in the response to a range request.
    var range: (@Sendable (_ from: Int) -> String)? = { "bytes \($0)-2999999/3000000" }
    /// The status of such a response.
    var status = "206 Partial Content"
  }

  private static func server(_ manner: Manner) -> TestServer {
    let count = Counter()
    return TestServer { request, connection in
      let start = request.headers["range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
      let isRest = start > 0 && manner.range != nil && request.headers["if-range"] == manner.tag
      let body = isRest ? file[start...] : file[...]
      let lines =
        [isRest ? "HTTP/1.1 \(manner.status)" : "HTTP/1.1 200 OK", "ETag: \(manner.tag)"]
        + (isRest ? ["Content-Range: \(manner.range?(start) ?? "")"] : ["Content-Type: image/jpeg"])
        + manner.lines + ["Content-Length: \(body.count)", "", ""]
      connection.send(lines.joined(separator: "\r\n"))
      let isCut = count.next() <= manner.cuts
      connection.send(Array(body.prefix(isCut ? manner.cut ?? .max : .max)))
      if isCut, manner.cut != nil { connection.finish() }
    }
  }

  private func load(_ stage: Stage, _ server: TestServer) async throws(NetworkError) -> HTTPResponse
  {
    try await stage.load(server.address("/a.jpg"))
  }

  private func ranges(_ server: TestServer) -> [String?] {
    server.asked.map { $0.headers["range"] }
  }

  @Test(arguments: ["206 Partial Content", "200 OK"])
  func `a broken transfer is resumed where it broke`(status: String) async throws {
    var manner = Manner()
    manner.status = status
    let server = Self.server(manner)
    let stage = Stage()
    let response = try await load(stage, server)
    #expect(try response.body.read() == Self.file)
    #expect(response.status == 200 && !response.isPart)
    #expect(response.headers["content-type"] == "image/jpeg")
    #expect(response.headers["content-length"] == "3000000")
    #expect(ranges(server) == [nil, "bytes=1200000-", "bytes=2400000-"])
    #expect(server.asked.dropFirst().allSatisfy { $0.headers["if-range"] == Self.tag })
    // It is cached as every response is.
    await stage.isQuiet()
    let later = Stage(folder: stage.folder, date: stage.date, isOffline: true)
    #expect(try await load(later, server).body.read() == Self.file)
  }

  @Test func `a transfer is resumed as often as each response brings enough bytes`() async throws {
    var manner = Manner()
    manner.cut = 150_000
    let server = Self.server(manner)
    #expect(try await load(Stage(), server).body.read() == Self.file)
    #expect(server.asked.count == 20)
  }

  @Test func `a transfer is given up when three responses bring few bytes`() async throws {
    var manner = Manner()
    manner.cut = 50_000
    let server = Self.server(manner)
    await #expect(throws: NetworkError.connectionLost) { try await load(Stage(), server) }
    #expect(ranges(server) == [nil, "bytes=50000-", "bytes=100000-"])
  }

  @Test func `a changed version is loaded from its start`() async throws {
    let isChanged = Atomic(false)
    let other = Array(Self.file.reversed())
    let server = TestServer { request, connection in
      if isChanged.exchange(true, ordering: .relaxed) {
        return connection.answer("200 OK", ["ETag: \"v2\""], body: other)
      }
      connection.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 3000000\r\n\r\n")
      connection.send(Array(Self.file.prefix(1_000_000)))
      connection.finish()
    }
    let response = try await load(Stage(), server)
    #expect(try response.body.read() == other)
    #expect(response.headers["etag"] == "\"v2\"")
    #expect(ranges(server) == [nil, "bytes=1000000-"])
  }

  @Test(arguments: [
    ("W/\"v1\"", []), ("v1", []), (tag, ["Accept-Ranges: none"]),
    (tag, ["Content-Encoding: identity"]),
  ])
  func `a transfer is restarted without a strong ETag, without ranges and with a coding`(
    tag: String, lines: [String]
  ) async throws {
    var manner = Manner()
    (manner.tag, manner.lines, manner.cuts) = (tag, lines, 1)
    let server = Self.server(manner)
    #expect(try await load(Stage(), server).body.read() == Self.file)
    #expect(ranges(server) == [nil, nil])
  }

  @Test(arguments: [
    "bytes 1199999-2999999/3000000", "bytes 1200000-2999999/3000001", "bytes 1200000-2999999/*",
    "nonsense",
  ])
  func `a remainder with a mismatched range is discarded and the transfer restarted`(range: String)
    async throws
  {
    var manner = Manner()
    (manner.range, manner.cuts) = ({ _ in range }, 1)
    let server = Self.server(manner)
    #expect(try await load(Stage(), server).body.read() == Self.file)
    #expect(ranges(server) == [nil, "bytes=1200000-", nil])
  }

  /// A server that ends its response after so many bytes, and resets range requests until repaired.
  private static func failing(after count: Int) -> (
    server: TestServer, repair: @Sendable () -> Void
  ) {
    let isBack = Watched(false)
    let server = TestServer { request, connection in
      guard let range = request.headers["range"] else {
        connection.send("HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: 3000000\r\n\r\n")
        connection.send(Array(file.prefix(isBack.value ? .max : count)))
        return connection.finish()
      }
      guard isBack.value else { return connection.reset() }
      let start = Int(range.dropFirst(6).dropLast()) ?? 0
      connection.answer(
        "206 Partial Content",
        ["ETag: \(tag)", "Content-Range: bytes \(start)-2999999/3000000"],
        body: Array(file[start...]))
    }
    return (server, { isBack.change { $0 = true } })
  }

  @Test func `a partial transfer is resumed after a restart of the program`() async throws {
    let (server, repair) = Self.failing(after: 1_200_000)
    let stage = Stage()
    await #expect(throws: NetworkError.connectionLost) { try await load(stage, server) }
    await stage.isQuiet()
    repair()
    let count = server.asked.count
    let later = Stage(folder: stage.folder, date: stage.date)
    #expect(try await load(later, server).body.read() == Self.file)
    #expect(ranges(server).dropFirst(count) == ["bytes=1200000-"])
    // The partial entry is gone, the whole one is stored.
    await later.isQuiet()
    #expect(await later.cache.usage().count == 1)
  }

  @Test func `a cancelled transfer is resumed by a later load`() async throws {
    let gate = Gate()
    let server = TestServer { request, connection in
      guard let range = request.headers["range"] else {
        connection.send("HTTP/1.1 200 OK\r\nETag: \(Self.tag)\r\nContent-Length: 3000000\r\n\r\n")
        connection.send(Array(Self.file.prefix(2_000_000)))
        return gate.wait()
      }
      let start = Int(range.dropFirst(6).dropLast()) ?? 0
      connection.answer(
        "206 Partial Content",
        ["ETag: \(Self.tag)", "Content-Range: bytes \(start)-2999999/3000000"],
        body: Array(Self.file[start...]))
    }
    let stage = Stage()
    let received = Watched(0)
    let first = Task {
      try await stage.client.load(HTTPRequest(WebAddress(server.address("/a.jpg")))) { progress in
        received.change { $0 = progress.received }
      }
    }
    await eventually { received.value == 2_000_000 }
    first.cancel()
    // The waiter is resumed at once, and the received part is stored a moment later.
    await eventually { await stage.cache.usage().count == 1 }
    let progress = Recorder<Int>()
    let response = try await stage.client.load(
      HTTPRequest(WebAddress(server.address("/a.jpg")))
    ) { progress.add($0.received) }
    #expect(try response.body.read() == Self.file)
    #expect(ranges(server) == [nil, "bytes=2000000-"])
    gate.open()
  }

  @Test(arguments: [(900_000, ""), (1_200_000, "Cache-Control: no-store\r\n")])
  func `a small or no-store partial response is not stored`(
    count: Int, line: String
  ) async throws {
    let server = TestServer { request, connection in
      guard request.headers["range"] == nil else { return connection.reset() }
      connection.send(
        "HTTP/1.1 200 OK\r\nETag: \(Self.tag)\r\n\(line)Content-Length: 3000000\r\n\r\n")
      connection.send(Array(Self.file.prefix(count)))
      connection.finish()
    }
    let stage = Stage()
    await #expect(throws: NetworkError.connectionLost) { try await load(stage, server) }
    await stage.isQuiet()
    #expect(await stage.cache.usage().count == 0)
  }
}
