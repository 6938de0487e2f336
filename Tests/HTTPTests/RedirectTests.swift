import Base
import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite(.integration, .timeLimit(.minutes(30)))
struct RedirectTests {
  /// A server that redirects `/from` to a location, and answers everything else with its path.
  private static func server(
    host: String = "127.0.0.1", leadingTo location: [UInt8], status: String = "302 Found"
  ) -> TestServer {
    TestServer(host: host) { request, connection in
      guard request.path == "/from" else {
        connection.answer(text: request.target)
        return
      }
      let head = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nLocation: "
      connection.send(Array(head.utf8) + location + Array("\r\n\r\n".utf8))
    }
  }

  private static func server(host: String = "127.0.0.1", leadingTo location: String) -> TestServer {
    server(host: host, leadingTo: Array(location.utf8))
  }

  @Test(arguments: ["301 Moved", "302 Found", "303 See", "307 Temporary", "308 Permanent"])
  func `every kind of redirect is followed`(status: String) async throws {
    let server = Self.server(leadingTo: Array("/to?x=1".utf8), status: status)
    let response = try await Stage().load(server.address("/from"))
    #expect(response.text == "/to?x=1")
    #expect(response.address.text == server.address("/to?x=1"))
  }

  /// Hostile locations with their outcomes; those with nil lead to the server itself.
  static let forms: [(location: [UInt8], outcome: NetworkError?)] =
    ([
      ("http://[", .badRedirect), ("//x:99999/", .badRedirect), ("?q", .tooManyRedirects),
      ("http:", .badRedirect), ("", .tooManyRedirects), ("a b", nil),
      ("http://127.0.0.1:0/", .badRedirect), ("%", nil), ("//", .badRedirect),
      ("///", .badRedirect), ("http://:80/", .badRedirect), ("foo:bar", .unsupportedScheme),
      ("http://127.0.0.1:-1/", .badRedirect),
      ("//127.0.0.1:999999999999999999999/", .badRedirect),
      ("file:///etc/hostname", .unsupportedScheme),
      ("file://localhost/etc/hostname", .unsupportedScheme), ("#f", .tooManyRedirects),
      ("ftp://127.0.0.1/x", .unsupportedScheme), ("//a b/", .badRedirect), ("/%zz", nil),
      ("http://127.0.0.1:9/%00", .refused), ("//[::1", .badRedirect), ("//%00", .badRedirect),
      ("data:text/plain,hi", .unsupportedScheme), ("//user@/x", .badRedirect),
      ("?%", .tooManyRedirects),
      ("/?a=%zz#%%", nil), ("//127.0.0.1:9?a#b", .refused), ("/a?b=|^{}", nil),
      ("gopher://127.0.0.1/x", .unsupportedScheme), ("javascript:alert(1)", .unsupportedScheme),
    ] as [(String, NetworkError?)]).map { (Array($0.0.utf8), $0.1) } + [
      (Array("http://".utf8) + [0xFF, 0xFE, UInt8(ascii: "/")], .badRedirect)
    ]

  @Test(arguments: forms.indices)
  func `a hostile location gives the expected error or stays on the server`(number: Int) async {
    let (location, outcome) = Self.forms[number]
    let server = Self.server(leadingTo: location)
    let text = String(decoding: location, as: UTF8.self)
    let actual = await Stage().failure(server.address("/from"))
    #expect(actual == outcome, "\(text)")
    #expect(server.asked.count <= 6)
  }

  @Test func `a redirect without a location is refused`() async {
    let server = TestServer { _, connection in connection.answer("302 Found") }
    #expect(await Stage().failure(server.address("/")) == .badRedirect)
  }

  @Test func `a redirect loop ends at once, a chain after five redirects`() async {
    let circle = TestServer { request, connection in
      connection.answer("302 Found", ["Location: \(request.path == "/a" ? "/b" : "/a")"])
    }
    #expect(await Stage().failure(circle.address("/a")) == .tooManyRedirects)
    #expect(circle.asked.count == 2)
    let way = TestServer { request, connection in
      connection.answer("302 Found", ["Location: \(request.path)0"])
    }
    #expect(await Stage().failure(way.address("/1")) == .tooManyRedirects)
    #expect(way.asked.count == 6)
  }

  @Test func `five redirects are followed`() async throws {
    let server = TestServer { request, connection in
      guard request.path.count < 7 else { return connection.answer(text: "there") }
      connection.answer("302 Found", ["Location: \(request.path)0"])
    }
    #expect(try await Stage().load(server.address("/1")).text == "there")
  }

  @Test func `headers and logins are not sent to another origin`() async throws {
    let other = TestServer { _, connection in connection.answer(text: "landed") }
    let server = Self.server(leadingTo: other.address("/to"))
    let address = try WebAddress(server.address("/from"))
    let bound = BoundHeader(try #require(UserHeader("X-Key: bound")), for: address)
    let stage = Stage(boundHeaders: [bound])
    let own = try #require(HTTPHeader("Authorization", "Bearer own"))
    let text = server.address("/from").replacing("//", with: "//user:secret@")
    try await stage.load(text, headers: [own])
    #expect(server.asked.first?.headers["x-key"] == "bound")
    #expect(server.asked.first?.headers["authorization"]?.isEmpty == false)
    #expect(other.asked.map { $0.headers["x-key"] } == [nil])
    #expect(other.asked.map { $0.headers["authorization"] } == [nil])
  }

  @Test func `headers follow a redirect within one origin`() async throws {
    let server = Self.server(leadingTo: "/to")
    let own = try #require(HTTPHeader("X-Own", "1"))
    try await Stage().load(server.address("/from"), headers: [own])
    #expect(server.asked.map { $0.headers["x-own"] } == ["1", "1"])
  }

  /// Here 127.0.0.2 is a private network and everything else is public.
  private static let inner = "127.0.0.2"

  private static func stage() -> Stage {
    Stage(isPrivate: { $0 == IPAddress(inner) })
  }

  @Test func `a public host may not redirect to a private network`() async throws {
    let inner = TestServer(host: Self.inner) { _, connection in connection.answer(text: "secret") }
    let server = Self.server(leadingTo: inner.address("/to"))
    #expect(await Self.stage().failure(server.address("/from")) == .privateAddress)
    #expect(inner.asked.isEmpty)
    #expect(inner.greatestConnectionCount == 0)
  }

  @Test func `a public host may not redirect to an open connection in a private network`()
    async throws
  {
    let inner = TestServer(host: Self.inner) { _, connection in connection.answer(text: "secret") }
    let server = Self.server(leadingTo: inner.address("/to"))
    let stage = Self.stage()
    #expect(try await stage.load(inner.address("/typed")).text == "secret")
    #expect(await stage.failure(server.address("/from")) == .privateAddress)
    #expect(inner.asked.map(\.target) == ["/typed"])
  }

  @Test func `a cached redirect of a public host may not lead to a private network`() async throws {
    let inner = TestServer(host: Self.inner) { _, connection in connection.answer(text: "secret") }
    let server = TestServer { _, connection in
      connection.answer(
        "301 Moved", ["Cache-Control: max-age=60", "Location: \(inner.address("/"))"])
    }
    let stage = Self.stage()
    for _ in 0..<2 {
      #expect(await stage.failure(server.address("/from")) == .privateAddress)
      await stage.isQuiet()
    }
    #expect(server.asked.count == 1)
    #expect(inner.asked.isEmpty)
  }

  @Test func `a private host may redirect to a private network`() async throws {
    let other = TestServer(host: Self.inner) { _, connection in connection.answer(text: "inner") }
    let server = Self.server(host: Self.inner, leadingTo: other.address("/to"))
    #expect(try await Self.stage().load(server.address("/from")).text == "inner")
  }

  @Test func `a request that may not reach private networks is refused there`() async throws {
    let inner = TestServer(host: Self.inner) { _, connection in connection.answer(text: "secret") }
    let request = HTTPRequest(try WebAddress(inner.address("/")), mayReachPrivateNetworks: false)
    await #expect(throws: NetworkError.privateAddress) {
      try await Self.stage().client.load(request)
    }
    #expect(inner.asked.isEmpty)
  }

  @Test(arguments: [
    ("http://a.org/x", NetworkError.insecureRedirect), ("https://b.org/", nil), ("/y", nil),
  ])
  func `HTTPS may redirect to HTTPS only`(location: String, error: NetworkError?) throws {
    let line = try #require(HTTPHeader("Location", location))
    let answer = StoredResponse(
      key: CacheKey(text: "GET x"), status: 302, headers: HTTPHeaders([line]),
      selection: Selection(lines: []), requestedAt: 0, receivedAt: 0, isPeerPrivate: false,
      body: .bytes([]))
    var route = Route(HTTPRequest(try WebAddress("https://a.org/")))
    var failure: NetworkError?
    do throws(NetworkError) {
      try route.follow(
        HTTPResponse(address: route.request.address, stored: answer, origin: .network))
    } catch let reason {
      failure = reason
    }
    #expect(failure == error)
    #expect(route.request.address.origin.isSecure)
  }
}
