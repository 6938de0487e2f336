import Base
import HTTP
import TestServer
import TestSupport
import Testing

@Suite("Requests with other methods and bodies", .integration, .timeLimit(.minutes(30)))
struct QuestionTests {
  private static let question = HTTPRequestBody.properties("<a/>")

  private func load(
    _ text: String, _ question: HTTPRequestBody, headers: [HTTPHeader] = [], on stage: Stage
  ) async throws -> HTTPResponse {
    try await stage.client.load(
      HTTPRequest(try WebAddress(text), body: question, headers: HTTPHeaders(headers)))
  }

  @Test func `method, headers and body are sent as given`() async throws {
    let server = TestServer { _, connection in connection.answer("207 Multi-Status", text: "x") }
    let stage = Stage()
    let response = try await load(server.address("/a/"), Self.question, on: stage)
    #expect(response.status == 207)
    #expect(response.text == "x")
    let search = HTTPRequestBody.search(["query": "a \"b\" \u{FC}", "size": 10])
    _ = try await load(server.address("/s"), search, on: stage)
    #expect(server.asked.map(\.method) == ["PROPFIND", "POST"])
    #expect(server.asked.map(\.body) == ["<a/>", #"{"query":"a \"b\" ü","size":10}"#])
    #expect(server.asked[0].headers["depth"] == "1")
    #expect(server.asked[0].headers["content-type"] == "application/xml; charset=utf-8")
    #expect(server.asked[0].headers["x-requested-with"] == "XMLHttpRequest")
    #expect(server.asked[1].headers["content-type"] == "application/json")
    #expect(server.asked[1].headers["depth"] == nil)
  }

  @Test func `a response is cached for its own method and body, and requested unconditionally`()
    async throws
  {
    let count = Counter()
    let server = TestServer { request, connection in
      connection.answer(
        "207 Multi-Status", ["ETag: \"e\""], text: "\(request.method) \(count.next())")
    }
    let stage = Stage()
    let place = server.address("/a")
    _ = try await load(place, Self.question, on: stage)
    let other = try await load(place, .properties("<b/>"), on: stage)
    let plain = try await stage.load(place)
    let again = try await load(place, Self.question, on: stage)
    #expect(other.text == "PROPFIND 2")
    #expect(plain.text == "GET 3")
    #expect(again.text == "PROPFIND 4")
    #expect(server.asked.allSatisfy { $0.headers["if-none-match"] == nil })
    await stage.isQuiet()
    let offline = Stage(folder: stage.folder, isOffline: true)
    #expect(try await load(place, Self.question, on: offline).text == "PROPFIND 4")
    #expect(try await load(place, .properties("<b/>"), on: offline).text == "PROPFIND 2")
  }

  @Test(arguments: [
    ("301 Moved Permanently", ["PROPFIND", "PROPFIND"]),
    ("307 Temporary Redirect", ["PROPFIND", "PROPFIND"]),
    ("303 See Other", ["PROPFIND", "GET"]),
  ])
  func `a redirect keeps method and body, except that a 303 becomes a GET`(
    status: String, methods: [String]
  ) async throws {
    let server = TestServer { request, connection in
      request.path == "/a"
        ? connection.answer(status, ["Location: /a/"]) : connection.answer(text: "x")
    }
    let stage = Stage()
    #expect(try await load(server.address("/a"), Self.question, on: stage).text == "x")
    #expect(server.asked.map(\.method) == methods)
    #expect(server.asked.last?.body == (methods[1] == "GET" ? "" : "<a/>"))
  }

  @Test func `a login is sent to its server only, not along a redirect`() async throws {
    let other = TestServer(host: "127.0.0.2") { _, connection in connection.answer(text: "other") }
    let target = other.address("/x")
    let server = TestServer { request, connection in
      request.path == "/own"
        ? connection.answer(text: "own")
        : connection.answer("307 Temporary Redirect", ["Location: \(target)"])
    }
    let login = BoundLogin(
      user: "me", password: "s3cret", for: try WebAddress(server.address("/")))
    let stage = Stage(logins: [login])
    #expect(try await load(server.address("/"), Self.question, on: stage).text == "other")
    #expect(try await stage.load(server.address("/own")).text == "own")
    #expect(server.asked.allSatisfy { $0.headers["authorization"] == "Basic bWU6czNjcmV0" })
    #expect(other.asked.map { $0.headers["authorization"] } == [nil])
    #expect(!String(reflecting: login).contains("s3cret"))
    #expect(!stage.told.all.contains { $0.contains("s3cret") })
  }

  @Test func `a response for one API key is not used for another`() async throws {
    let server = TestServer { request, connection in
      connection.answer(
        "200 OK", ["Cache-Control: max-age=60"], text: request.headers["x-api-key"] ?? "none")
    }
    let place = server.address("/a")
    let folder = TemporaryFolder()
    for key in ["one", "two", nil, "one"] {
      let header = key.flatMap { UserHeader("x-api-key: \($0)") }
      let bound = try header.map { BoundHeader($0, for: try WebAddress(place)) }
      let stage = Stage(folder: folder, boundHeaders: bound.map { [$0] } ?? [])
      #expect(try await stage.load(place).text == key ?? "none")
      await stage.isQuiet()
    }
    let count = server.asked.count
    let stage = Stage(
      folder: folder,
      boundHeaders: [
        BoundHeader(try #require(UserHeader("X-API-Key: one")), for: try WebAddress(place))
      ])
    #expect(try await stage.load(place).text == "one")
    #expect(server.asked.count == count)
  }
}
