import ExpiringCache
import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite(.integration, .timeLimit(.minutes(30)))
struct CachingTests {
  /// The date of the server, which is that of the test.
  private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT"

  /// A server that answers everything with some header lines and the number of the response.
  private static func server(_ lines: String...) -> TestServer {
    let count = Counter()
    return TestServer { _, connection in
      connection.answer("200 OK", lines, text: "answer \(count.next())")
    }
  }

  private static func revalidatingServer(_ lines: String...) -> TestServer {
    let count = Counter()
    return TestServer { request, connection in
      if request.headers["if-none-match"] == "\"v1\"" {
        connection.answerNotModified(lines + ["X-Confirmed: \(count.next())"])
      } else {
        connection.answer("200 OK", lines + ["ETag: \"v1\""], text: "answer \(count.next())")
      }
    }
  }

  /// Loads, and waits until the client is idle.
  private func load(
    _ stage: Stage, _ address: String, caching: HTTPRequest.Caching = .standard,
    headers: [HTTPHeader] = []
  ) async throws -> String {
    let response = try await stage.load(address, caching: caching, headers: headers)
    await stage.isQuiet()
    return "\(response.text), \(response.origin)\(response.isStale ? ", stale" : "")"
  }

  @Test func `a fresh response is not requested again`() async throws {
    let server = Self.server("Cache-Control: max-age=60")
    let stage = Stage()
    #expect(try await load(stage, server.address("/a?x")) == "answer 1, network")
    stage.date.advance(by: 59)
    #expect(try await load(stage, server.address("/a?x")) == "answer 1, memory")
    let later = Stage(folder: stage.folder, date: stage.date)
    #expect(try await load(later, server.address("/a?x")) == "answer 1, disk")
    #expect(try await load(later, server.address("/a?x")) == "answer 1, memory")
    #expect(server.asked.count == 1)
    #expect(try await load(later, server.address("/a?y")) == "answer 2, network")
    stage.date.advance(by: 1)
    #expect(try await load(later, server.address("/a?x")) == "answer 3, network")
  }

  @Test(arguments: [
    (["Cache-Control: max-age=60"], 60), (["Cache-Control: max-age=\"60\""], 60),
    (["Cache-Control: max-age=60", "Age: 20"], 40),
    (["Cache-Control: max-age=60", "Age: 7200, 0"], 0),
    (["Cache-Control: max-age=60", "Age: 0", "Age: 50"], 10),
    (["Cache-Control: max-age=60", "Age: x"], 60), (["Cache-Control: max-age=60, max-age=10"], 10),
    (["Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 60), (["Expires: 0"], 0),
    (["Expires: Sunday, 06-Nov-94 08:50:37 GMT"], 60), (["Expires: Sun Nov  6 08:50:37 1994"], 60),
    (["Expires: Sun, 06 Nov 1994 08:50:37 GMT", "Cache-Control: max-age=5"], 5),
    (["Last-Modified: Sun, 06 Nov 1994 08:39:37 GMT"], 60),
    (["Last-Modified: Sun, 06 Nov 1904 08:39:37 GMT"], 7 * 86_400),
    (["Cache-Control: max-age=60, s-maxage=0, public"], 60), (["Cache-Control: private"], 0),
    (["Cache-Control: max-age=60, no-cache"], 0), (["Pragma: no-cache"], 0),
    (["Cache-Control: max-age=-1"], 0), (["Cache-Control: max-age=99999999999999999999"], 1 << 31),
    ([], 0),
  ])
  func `the freshness lifetime follows from the headers`(lines: [String], lifetime: Int) throws {
    let headers = ([Self.date] + lines).map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return HTTPHeader(name: parts[0], value: parts[1].utf8)
    }
    let response = StoredResponse(
      key: CacheKey(text: "GET x"), status: 200, headers: HTTPHeaders(headers.compactMap { $0 }),
      selection: Selection(lines: []), requestedAt: Stage.start, receivedAt: Stage.start,
      isPeerPrivate: false, body: .bytes([]))
    let freshness = Freshness(of: response)
    #expect(!freshness.isFresh(at: Stage.start + lifetime))
    #expect(lifetime == 0 || freshness.isFresh(at: Stage.start + lifetime - 1))
    #expect(!freshness.isFresh(at: Stage.start - 1), "a clock that was set back")
  }

  @Test func `the time between request and response counts as age`() {
    let response = StoredResponse(
      key: CacheKey(text: "GET x"), status: 200,
      headers: HTTPHeaders([HTTPHeader("cache-control", "max-age=60")].compactMap { $0 }),
      selection: Selection(lines: []), requestedAt: Stage.start, receivedAt: Stage.start + 20,
      isPeerPrivate: false, body: .bytes([]))
    #expect(Freshness(of: response).isFresh(at: Stage.start + 59))
    #expect(!Freshness(of: response).isFresh(at: Stage.start + 60))
  }

  @Test func `a stale response is revalidated by its ETag and fresh again`() async throws {
    let server = Self.revalidatingServer("Cache-Control: max-age=60")
    let stage = Stage()
    #expect(try await load(stage, server.address("/")) == "answer 1, network")
    stage.date.advance(by: 60)
    #expect(try await load(stage, server.address("/")) == "answer 1, revalidated")
    let later = Stage(folder: stage.folder, date: stage.date)
    let response = try await later.load(server.address("/"))
    #expect(response.headers["x-confirmed"] == "2")
    #expect(response.headers["etag"] == "\"v1\"")
    #expect(server.asked.count == 1 + 1)
  }

  @Test(arguments: [
    "ETag: \"v2\"", "ETag: W/\"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
  ])
  func `a 304 with another validator updates the response on disk as well`(line: String)
    async throws
  {
    let server = TestServer { request, connection in
      if request.headers["if-none-match"] == "\"v1\"" {
        connection.answerNotModified(["Cache-Control: max-age=3600", line])
      } else {
        connection.answer("200 OK", ["Cache-Control: max-age=60", "ETag: \"v1\""], text: "first")
      }
    }
    let stage = Stage()
    #expect(try await load(stage, server.address("/")) == "first, network")
    stage.date.advance(by: 60)
    #expect(try await load(stage, server.address("/")) == "first, revalidated")
    let later = Stage(folder: stage.folder, date: stage.date)
    #expect(try await load(later, server.address("/")) == "first, disk")
    #expect(server.asked.count == 2)
  }

  @Test func `a revalidation does not replace a response stored meanwhile by another program`()
    async throws
  {
    let server = Self.revalidatingServer("Cache-Control: max-age=60")
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    let key = CacheKey(try WebAddress(server.address("/")))
    let asked = try #require(await stage.cache.response(for: key))
    var newer = asked
    newer.headers = HTTPHeaders([try #require(HTTPHeader("etag", "\"v2\""))])
    await stage.cache.store(newer)
    await stage.cache.confirm(asked, asked: asked)
    #expect(await stage.cache.response(for: key)?.headers["etag"] == "\"v2\"")
  }

  @Test func `cookies are not stored on disk`() async throws {
    let server = Self.server("Cache-Control: max-age=60", "Set-Cookie: id=secret", "X-Other: 1")
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    let later = Stage(folder: stage.folder, date: stage.date)
    let response = try await later.load(server.address("/"))
    #expect(response.origin == .disk)
    #expect(response.headers["set-cookie"] == nil)
    #expect(response.headers["x-other"] == "1")
  }

  @Test func `finish() waits for pending revalidations and stores them`() async throws {
    let gate = Gate()
    let count = Counter()
    let server = TestServer { _, connection in
      let number = count.next()
      if number > 1 { gate.wait() }
      connection.answer(
        "200 OK", ["Cache-Control: max-age=60, stale-while-revalidate=60"], text: "\(number)")
    }
    let stage = Stage()
    _ = try await stage.load(server.address("/"))
    await stage.client.finish(within: .seconds(86_400))
    #expect(stage.client.loadCount == 0)
    stage.date.advance(by: 61)
    #expect(try await stage.load(server.address("/")).isStale)
    gate.open()
    await stage.client.finish(within: .seconds(86_400))
    let later = Stage(folder: stage.folder, date: stage.date)
    #expect(try await later.load(server.address("/")).text == "2")
    #expect(server.asked.count == 2)
  }

  @Test func `finish() returns after its time limit`() async throws {
    let gate = Gate()
    let count = Counter()
    let server = TestServer { _, connection in
      if count.next() > 1 { gate.wait() }
      connection.answer("200 OK", ["Cache-Control: stale-while-revalidate=60"], text: "x")
    }
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    #expect(try await stage.load(server.address("/")).isStale)
    await stage.client.finish(within: .milliseconds(50))
    #expect(stage.client.loadCount == 1)
    gate.open()
    await stage.isQuiet()
  }

  @Test func `Last-Modified revalidates as well`() async throws {
    let changed = "Sun, 06 Nov 1994 08:49:00 GMT"
    let server = TestServer { request, connection in
      if request.headers["if-modified-since"] == changed {
        connection.answerNotModified()
      } else {
        connection.answer("200 OK", ["Last-Modified: \(changed)"], text: "first")
      }
    }
    let stage = Stage()
    #expect(try await load(stage, server.address("/")) == "first, network")
    stage.date.advance(by: 100)
    #expect(try await load(stage, server.address("/")) == "first, revalidated")
  }

  @Test func `reload replaces a cached response, revalidate confirms it, passing leaves it`()
    async throws
  {
    let server = Self.revalidatingServer("Cache-Control: max-age=60")
    let stage = Stage()
    #expect(try await load(stage, server.address("/")) == "answer 1, network")
    #expect(
      try await load(stage, server.address("/"), caching: .revalidate) == "answer 1, revalidated")
    #expect(try await load(stage, server.address("/"), caching: .reload) == "answer 3, network")
    #expect(try await load(stage, server.address("/")) == "answer 3, memory")
    // A response that is not stored replaces nothing.
    #expect(try await load(stage, server.address("/"), caching: .passing) == "answer 4, network")
    #expect(try await load(stage, server.address("/")) == "answer 3, memory")
  }

  @Test(arguments: ["Cache-Control: no-store", "Vary: *"])
  func `a response with no-store or Vary: * is not stored and removes the previous one`(
    line: String
  ) async throws {
    let count = Counter()
    let server = TestServer { _, connection in
      let number = count.next()
      connection.answer(
        "200 OK", [number == 1 ? "Cache-Control: max-age=9" : line], text: "\(number)")
    }
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    #expect(try await load(stage, server.address("/"), caching: .reload) == "2, network")
    #expect(try await load(stage, server.address("/")) == "3, network")
    #expect(await stage.cache.usage().count == 0)
  }

  @Test func `a response is reused only for the same values of the Vary headers`() async throws {
    let server = Self.server("Cache-Control: max-age=60", "Vary: Accept-Language")
    let stage = Stage()
    let german = try #require(HTTPHeader("Accept-Language", "de"))
    let french = try #require(HTTPHeader("Accept-Language", "fr"))
    #expect(try await load(stage, server.address("/"), headers: [german]) == "answer 1, network")
    #expect(try await load(stage, server.address("/"), headers: [german]) == "answer 1, memory")
    #expect(try await load(stage, server.address("/"), headers: [french]) == "answer 2, network")
    #expect(try await load(stage, server.address("/")) == "answer 3, network")
  }

  @Test func `a response to a login is not used without it`() async throws {
    let server = Self.server("Cache-Control: max-age=60")
    let stage = Stage()
    let own = server.address("/").replacing("//", with: "//me:secret@")
    #expect(try await load(stage, own) == "answer 1, network")
    #expect(try await load(stage, own) == "answer 1, memory")
    #expect(try await load(stage, server.address("/")) == "answer 2, network")
  }

  @Test func `stale-while-revalidate gives the stale response and requests it again`() async throws
  {
    let server = Self.revalidatingServer("Cache-Control: max-age=60, stale-while-revalidate=30")
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    stage.date.advance(by: 89)
    #expect(try await load(stage, server.address("/")) == "answer 1, memory, stale")
    #expect(server.asked.count == 2)
    #expect(try await load(stage, server.address("/")) == "answer 1, memory")
    stage.date.advance(by: 90)
    #expect(try await load(stage, server.address("/")) == "answer 1, revalidated")
  }

  @Test func `stale-if-error gives the stale response after a failure`() async throws {
    let count = Counter()
    let server = TestServer { _, connection in
      guard count.next() == 1 else { return connection.answer("500 Error") }
      connection.answer("200 OK", ["Cache-Control: max-age=60, stale-if-error=30"], text: "kept")
    }
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    stage.date.advance(by: 80)
    #expect(try await load(stage, server.address("/")) == "kept, memory, stale")
    stage.date.advance(by: 10)
    #expect(await stage.failure(server.address("/")) == .status(500))
  }

  @Test func `a failed request with a usable stale response is not retried`() async throws {
    let count = Counter()
    let server = TestServer { _, connection in
      guard count.next() == 1 else { return connection.answer("503 Busy") }
      connection.answer("200 OK", ["Cache-Control: max-age=60, stale-if-error=90"], text: "kept")
    }
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    stage.date.advance(by: 80)
    #expect(try await load(stage, server.address("/")) == "kept, memory, stale")
    #expect(server.asked.count == 2)
    #expect(stage.pauses.all.isEmpty)
  }

  @Test func `must-revalidate disables stale-while-revalidate and stale-if-error`() async throws {
    let count = Counter()
    let server = TestServer { _, connection in
      guard count.next() == 1 else { return connection.answer("500 Error") }
      let control = "max-age=1, stale-if-error=90, stale-while-revalidate=90, must-revalidate"
      connection.answer("200 OK", ["Cache-Control: \(control)"], text: "kept")
    }
    let stage = Stage()
    _ = try await load(stage, server.address("/"))
    stage.date.advance(by: 2)
    #expect(await stage.failure(server.address("/")) == .status(500))
  }

  @Test func `a failure is remembered for five minutes or until it is forgotten on request`() async
  {
    let server = TestServer { _, connection in connection.answer("404 Not Found") }
    let stage = Stage()
    for _ in 0..<3 { #expect(await stage.failure(server.address("/")) == .status(404)) }
    #expect(server.asked.count == 1)
    stage.clock.advance(by: .seconds(300))
    #expect(await stage.failure(server.address("/")) == .status(404))
    #expect(server.asked.count == 2)
    stage.client.forgetFailures()
    #expect(await stage.failure(server.address("/")) == .status(404))
    #expect(server.asked.count == 3)
  }

  @Test func `a redirect with a lifetime is cached`() async throws {
    let server = TestServer { request, connection in
      guard request.path == "/from" else {
        return connection.answer("200 OK", ["Cache-Control: max-age=60"], text: "there")
      }
      connection.answer("302 Found", ["Cache-Control: max-age=60", "Location: /to"])
    }
    let stage = Stage()
    for _ in 0..<2 { _ = try await load(stage, server.address("/from")) }
    #expect(server.asked.map(\.path) == ["/from", "/to"])
  }

  @Test func `offline, responses are read from the cache and marked if stale`() async throws {
    let server = Self.server("Cache-Control: max-age=60")
    let stage = Stage()
    _ = try await load(stage, server.address("/a"))
    let offline = Stage(folder: stage.folder, date: stage.date, isOffline: true)
    #expect(try await load(offline, server.address("/a")) == "answer 1, disk")
    stage.date.advance(by: 1_000)
    #expect(try await load(offline, server.address("/a")) == "answer 1, memory, stale")
    #expect(await offline.failure(server.address("/b")) == .notKept)
    #expect(server.asked.count == 1)
  }

  @Test func `large bodies are stored and replaced as files`() async throws {
    let count = Counter()
    let server = TestServer { _, connection in
      let byte = UInt8(count.next())
      connection.answer(
        "200 OK", ["Cache-Control: max-age=60"], body: [UInt8](repeating: byte, count: 1_400_000))
    }
    let stage = Stage()
    let first = try await stage.load(server.address("/"))
    await stage.isQuiet()
    let again = try await stage.load(server.address("/"))
    #expect(again.origin == .disk)
    _ = try await stage.load(server.address("/"), caching: .reload)
    await stage.isQuiet()
    #expect(try first.body.read() == [UInt8](repeating: 1, count: 1_400_000))
    #expect(try again.body.read() == [UInt8](repeating: 1, count: 1_400_000))
    #expect(stage.folder.names(in: "cache/bodies").count == 1)
    #expect(stage.folder.names(in: "cache/incoming").isEmpty)
    #expect(await stage.cache.usage().count == 1)
  }
}
