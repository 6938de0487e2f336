import Catalogs
import HTTP
import ImagePipeline
import TestServer
import TestSupport
import Testing

@Suite("Loading of web photos", .integration, .timeLimit(.minutes(30)))
struct WebBitmapLoaderTests {
  /// Responds to every path with its own name as the image.
  private static func server(_ lines: [String] = ["Cache-Control: max-age=60"]) -> TestServer {
    TestServer { request, connection in connection.answer("200 OK", lines, text: request.path) }
  }

  @Test(arguments: [(20, 7, "/small"), (60, 20, "/medium"), (160, 50, "/large")])
  func `the smallest sufficient rendition is loaded`(
    columns: Int, rows: Int, path: String
  ) async throws {
    let server = Self.server()
    let stage = WebStage()
    let addresses = ["/small", "/medium", "/large"].map(server.address)
    _ = try await stage.load(
      ImageRequest(addresses, widths: [100, 400, 1600], columns: columns, rows: rows))
    #expect(server.asked.map(\.path) == [path])
    #expect(stage.decoder.read.map(\.text) == [path])
  }

  @Test func `a body in memory and a body in a file are both decoded`() async throws {
    let large = String(repeating: "large ", count: 200_000)
    let server = TestServer { request, connection in
      connection.answer(text: request.path == "/large" ? large : "small")
    }
    let stage = WebStage()
    for path in ["/small", "/large"] {
      let picture = try await stage.load(ImageRequest([server.address(path)]))
      #expect(picture.origin == .network)
    }
    #expect(stage.decoder.read.map(\.isFile) == [false, true])
    #expect(stage.decoder.read.map(\.text) == ["small", large])
  }

  @Test func `two cells with one address share a transfer`() async throws {
    let gate = Gate()
    let server = TestServer { request, connection in
      gate.wait()
      connection.answer(text: "picture")
    }
    let stage = WebStage()
    let requests = try ["one", "two"].map { try ImageRequest([server.address("/")], title: $0) }
    #expect(requests[0] != requests[1])
    let listeners = [
      await Listener(stage.pipeline.responses(for: requests[0])),
      await Listener(stage.pipeline.responses(for: requests[1])),
    ]
    await server.wasAsked(1)
    await stage.pipeline.runs(2)
    gate.open()
    for listener in listeners { #expect(await listener.answers().last?.isTile == true) }
    #expect(server.asked.count == 1)
  }

  @Test func `a missing photo fails with its status and is requested again only on retry`()
    async throws
  {
    let server = TestServer { _, connection in connection.answer("404 Not Found", text: "no") }
    let stage = WebStage()
    let request = try ImageRequest([server.address("/gone")])
    for asked in [1, 1, 2] {
      if asked == 2 { stage.pipeline.retryFailures() }
      guard case .failure(let error) = await stage.answers(request).last else {
        Issue.record("a failure was expected")
        return
      }
      #expect(error.reason == "not found (404)")
      #expect(server.asked.count == asked)
    }
  }

  @Test func `a bitmap has the origin of this load`() async throws {
    let server = TestServer { request, connection in
      guard request.headers["if-none-match"] == nil else { return connection.answerNotModified() }
      connection.answer("200 OK", ["Cache-Control: max-age=60", "ETag: \"1\""], text: "picture")
    }
    let first = WebStage()
    let request = try ImageRequest([server.address("/")])
    #expect(try await first.load(request).origin == .network)
    #expect(try await first.load(request).origin == .memoryResponse)
    await first.kept(1)
    let second = WebStage(folder: first.folder, date: first.date)
    #expect(try await second.load(request).origin == .diskResponse)
    second.date.advance(by: 61)
    #expect(try await second.load(request).origin == .revalidated)
    #expect(server.asked.count == 2)
  }

  @Test func `photos of a public feed cannot reach private networks, even by redirect`()
    async throws
  {
    let behind = TestServer(host: "127.0.0.2") { _, connection in connection.answer(text: "secret")
    }
    let server = TestServer { _, connection in
      connection.answer("302 Found", ["Location: \(behind.address("/"))"])
    }
    let stage = WebStage(privateHosts: ["127.0.0.2"])
    for address in [server.address("/"), behind.address("/")] {
      let request = try ImageRequest([address], mayReachPrivateNetworks: false)
      #expect(await stage.fault(request) == .network(.privateAddress))
    }
    #expect(behind.asked.isEmpty)
  }

  @Test func `the lifetime of a photo overrides the server's caching headers`() async throws {
    let server = Self.server(["Cache-Control: max-age=5"])
    let stage = WebStage()
    let day = PhotoLifetime.between(start: 1_000_000, end: 1_000_100)
    let next = PhotoLifetime.between(start: 1_000_100, end: 1_000_200)
    for (lifetime, count) in [(day, 1), (day, 1), (.forever, 1), (next, 2), (.forever, 2)] {
      _ = try await stage.load(ImageRequest([server.address("/")], lifetime: lifetime))
      #expect(server.asked.count == count)
      stage.date.advance(by: 40)
    }
  }

  @Test func `offline a cached photo is loaded as stale, and an uncached one fails`()
    async throws
  {
    let server = Self.server()
    let online = WebStage()
    let request = try ImageRequest([server.address("/a")])
    #expect(try await online.load(request).isStale == false)
    await online.kept(1)
    online.date.advance(by: 1_000)
    let offline = WebStage(folder: online.folder, date: online.date, isOffline: true)
    let picture = try await offline.load(request)
    #expect(picture.origin == .diskResponse)
    #expect(picture.isStale)
    let lasting = try ImageRequest([server.address("/a")], lifetime: .forever)
    #expect(try await offline.load(lasting).isStale == false)
    let fault = await offline.fault(try ImageRequest([server.address("/b")]))
    #expect(fault?.description == "offline, and not cached")
    #expect(server.asked.count == 1)
  }

  @Test func `a cached smaller rendition is the preview while a larger one is loaded`() async throws
  {
    let server = Self.server()
    let stage = WebStage()
    let addresses = ["/small", "/large"].map(server.address)
    _ = try await stage.load(ImageRequest(addresses, widths: [100, 1600]))
    let answers = await stage.answers(try .viewer(addresses, widths: [100, 1600]))
    #expect(answers.map(\.origin) == [.memoryResponse, .network])
    #expect(answers.first?.isPreview == true)
    #expect(server.asked.map(\.path) == ["/small", "/large"])
  }

  @Test func `no rendition is requested for a preview`() async throws {
    let server = Self.server()
    let addresses = ["/small", "/large"].map(server.address)
    let answers = await WebStage().answers(try .viewer(addresses, widths: [100, 1600]))
    #expect(answers.map(\.isTile) == [true])
    #expect(server.asked.map(\.path) == ["/large"])
  }
}

extension ImageResponse {
  /// The origin of its tile; nil without one.
  var origin: Provenance.Origin? {
    switch self {
    case .preview(let tile), .tile(let tile): tile.provenance.origin
    case .progress, .hint, .failure: nil
    }
  }
}
