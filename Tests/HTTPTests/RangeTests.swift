import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite("Ranges and listed versions", .integration, .timeLimit(.minutes(30)))
struct RangeTests {
  @Test(arguments: [
    ("bytes 0-9/100", 0..<10, 100), ("Bytes 5-5/6", 5..<6, 6), ("bytes 0-9/*", 0..<10, nil),
  ])
  func `a Content-Range is parsed`(line: String, bytes: Range<Int>, total: Int?) {
    #expect(ContentRange(line)?.bytes == bytes)
    #expect(ContentRange(line)?.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes */100", "bytes 9-0/100", "bytes 0-100/100", "bytes 0-9", "items 0-9/100",
    "bytes 0-9/100/1", "bytes -1-9/100", "bytes 0-9/x", "bytes 0-9223372036854775807/*",
  ])
  func `an invalid Content-Range is refused`(line: String) {
    #expect(ContentRange(line) == nil)
  }

  /// A server that has ten bytes, and answers a range in one of the ways that servers do.
  private static func server(_ status: String, _ lines: [String], text: String) -> TestServer {
    TestServer { request, connection in
      guard request.headers["range"] != nil else { return connection.answer(text: "0123456789") }
      connection.answer(status, lines + ["Cache-Control: max-age=60"], text: text)
    }
  }

  private func load(_ stage: Stage, _ server: TestServer) async throws(NetworkError) -> HTTPResponse
  {
    try await stage.client.load(HTTPRequest(try WebAddress(server.address("/a")), range: 0..<4))
  }

  @Test(arguments: ["206 Partial Content", "200 OK"])
  func `a part is recognised by its Content-Range, whatever the status`(status: String) async throws
  {
    let server = Self.server(status, ["Content-Range: bytes 0-3/10"], text: "0123")
    let stage = Stage()
    let part = try await load(stage, server)
    #expect(part.text == "0123")
    #expect(part.isPart)
    #expect(server.asked.first?.headers["range"] == "bytes=0-3")
    // The whole is a separate entry, in the cache as well.
    let whole = try await stage.load(server.address("/a"))
    #expect(whole.text == "0123456789")
    #expect(!whole.isPart)
    await stage.isQuiet()
    let later = Stage(folder: stage.folder, date: stage.date)
    #expect(try await load(later, server).text == "0123")
    #expect(server.asked.count == 2)
  }

  @Test func `a whole response to a range request is accepted`() async throws {
    let server = Self.server("200 OK", [], text: "0123456789")
    let response = try await load(Stage(), server)
    #expect(response.text == "0123456789")
    #expect(!response.isPart)
  }

  @Test func `a part that covers the whole body is whole`() async throws {
    let server = Self.server("206 Partial Content", ["Content-Range: bytes 0-3/4"], text: "0123")
    #expect(try await load(Stage(), server).isPart == false)
  }

  @Test(arguments: [
    "Content-Range: bytes 1-4/10", "Content-Range: bytes 0-2/10", "Content-Range: bytes 0-5/10",
    "Content-Range: nonsense", "X: y",
  ])
  func `a part of another range than requested is refused`(line: String) async throws {
    let server = Self.server("206 Partial Content", [line], text: "0123")
    await #expect(throws: NetworkError.badAnswer) { try await load(Stage(), server) }
  }

  @Test(arguments: ["200 OK", "206 Partial Content"])
  func `a part in response to a request for the whole is refused`(status: String) async throws {
    let server = TestServer { _, connection in
      connection.answer(status, ["Content-Range: bytes 0-3/10"], text: "0123")
    }
    #expect(await Stage().failure(server.address("/a")) == .badAnswer)
  }

  @Test func `the listed version is not requested again; another one is`()
    async throws
  {
    let count = Counter()
    let server = TestServer { _, connection in
      let number = count.next()
      connection.answer(
        "200 OK", ["ETag: \"v\(number)\"", "Cache-Control: max-age=60"], text: "answer \(number)")
    }
    let stage = Stage()
    func load(_ tag: String?) async throws -> String {
      let response = try await stage.client.load(
        HTTPRequest(try WebAddress(server.address("/a")), entityTag: tag))
      await stage.isQuiet()
      return "\(response.text), \(response.origin)"
    }
    #expect(try await load("v1") == "answer 1, network")
    stage.date.advance(by: 1_000_000)
    #expect(try await load("v1") == "answer 1, memory")
    #expect(try await load("v2") == "answer 2, network")
    #expect(try await load("v2") == "answer 2, memory")
    #expect(try await load(nil) == "answer 2, memory")
    #expect(try await load("v3") == "answer 3, network")
  }
}
