import Base
import HTTP
import Storage
import TestServer
import TestSupport
import Testing

@Suite(.integration, .timeLimit(.minutes(30)))
struct LoadingTests {
  @Test func `a small body is returned in memory, with its headers`() async throws {
    let server = TestServer { _, connection in
      connection.answer(
        "200 OK", ["Content-Type: image/png", "X-Two: a", "X-Two: b"], text: "hello")
    }
    let response = try await Stage().load(server.address("/a?b=c#d"))
    #expect(response.status == 200)
    #expect(response.text == "hello")
    #expect(response.origin == .network)
    #expect(response.headers["content-type"] == "image/png")
    #expect(response.headers.list("x-two") == "a, b")
    #expect(server.asked.map(\.target) == ["/a?b=c"])
  }

  @Test func `a client that was started in advance loads as usual`() async throws {
    let server = TestServer { _, connection in connection.answer(text: "hello") }
    let stage = Stage()
    for _ in 0..<2 { stage.client.start() }
    #expect(try await stage.load(server.address("/")).text == "hello")
    #expect(server.asked.count == 1)
  }

  @Test func `a large body is returned in a file`() async throws {
    let body = (0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["Cache-Control: no-store"], body: body)
    }
    let stage = Stage()
    let response = try await stage.load(server.address("/"))
    guard case .file(let file) = response.body else {
      Issue.record("not in a file")
      return
    }
    #expect(file.byteCount == 1_300_000)
    #expect(try file.contents() == body)
  }

  @Test func `a compressed body is returned uncompressed, without its Content-Encoding`()
    async throws
  {
    let text = Array("the same in fewer bytes".utf8)
    // RFC 1950 and RFC 1951: one block that is not compressed, and the sum of Adler-32 behind it.
    let sums = text.reduce(into: (1, 0)) { sums, byte in
      sums.0 += Int(byte)
      sums.1 += sums.0
    }
    let (low, high) = (sums.0 % 65_521, sums.1 % 65_521)
    let size = UInt8(text.count)
    let body =
      [0x78, 0x01, 0x01, size, 0, ~size, 0xFF] + text
      + [high >> 8, high & 255, low >> 8, low & 255].map { UInt8($0) }
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["Content-Encoding: deflate", "X-Other: 1"], body: body)
    }
    let response = try await Stage().load(server.address("/"), acceptsCompression: true)
    #expect(response.text == "the same in fewer bytes")
    #expect(response.headers.lines.map(\.name) == ["x-other"])
  }

  @Test func `progress increases to the announced size`() async throws {
    let server = TestServer { _, connection in
      connection.answer(body: [UInt8](repeating: 7, count: 500_000))
    }
    let stage = Stage()
    let (stream, continuation) = AsyncStream.makeStream(of: HTTPProgress.self)
    let address = try WebAddress(server.address("/"))
    _ = try await stage.client.load(HTTPRequest(address)) { continuation.yield($0) }
    continuation.finish()
    var all: [HTTPProgress] = []
    for await progress in stream { all.append(progress) }
    #expect(all.count > 1)
    #expect(all.map(\.received) == all.map(\.received).sorted())
    #expect(all.last == HTTPProgress(received: 500_000, expected: 500_000))
  }

  @Test func `two loads of one address share one transfer`() async throws {
    let gate = Gate()
    let server = TestServer { _, connection in
      gate.wait()
      connection.answer(text: "once")
    }
    let stage = Stage()
    let address = server.address("/")
    let tasks = (0..<2).map { _ in Task.immediate { try await stage.load(address).text } }
    #expect(stage.client.waiterCount == 2)
    await server.wasAsked(1)
    gate.open()
    for task in tasks { #expect(try await task.value == "once") }
    #expect(server.asked.count == 1)
  }

  @Test func `cancelling one of two loads leaves the other`() async throws {
    let gate = Gate()
    let server = TestServer { _, connection in
      gate.wait()
      connection.answer(text: "still")
    }
    let stage = Stage()
    let leaving = Task.immediate { try await stage.load(server.address("/")) }
    let staying = Task.immediate { try await stage.load(server.address("/")) }
    #expect(stage.client.waiterCount == 2)
    await server.wasAsked(1)
    leaving.cancel()
    #expect(await leaving.failure == .cancelled)
    gate.open()
    #expect(try await staying.value.text == "still")
    #expect(server.asked.count == 1)
  }

  @Test func `the connection is closed when the last load is cancelled`() async throws {
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
      connection.waitForEnd()
    }
    let stage = Stage()
    let tasks = (0..<2).map { _ in Task.immediate { try await stage.load(server.address("/")) } }
    #expect(stage.client.waiterCount == 2)
    await server.wasAsked(1)
    for task in tasks {
      task.cancel()
      #expect(await task.failure == .cancelled)
    }
    await server.isAlone()
    #expect(stage.client.loadCount == 0)
  }

  @Test func `a load that is cancelled before it begins sends no request`() async throws {
    let server = TestServer { _, connection in connection.answer(text: "x") }
    let stage = Stage()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage.load(server.address("/"))
    }
    #expect(await task.failure == .cancelled)
    await stage.isQuiet()
    #expect(server.asked.isEmpty)
  }

  @Test func `one host has six connections at most`() async throws {
    let gate = Gate()
    let server = TestServer { _, connection in
      gate.wait()
      connection.answer(text: "x")
    }
    let stage = Stage()
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addImmediateTask { _ = await stage.failure(server.address("/\(number)")) }
      }
      #expect(stage.client.waiterCount == 20)
      await server.wasAsked(6)
      gate.open()
    }
    #expect(server.asked.count == 20)
    #expect(server.greatestConnectionCount == 6)
  }

  @Test func `all hosts together have 32 connections at most`() async throws {
    let (gate, asked) = (Gate(), Recorder<AskedRequest>())
    let servers = (1...8).map { number in
      TestServer(host: "127.0.1.\(number)") { request, connection in
        asked.add(request)
        gate.wait()
        connection.answer(text: "x")
      }
    }
    let stage = Stage()
    await withTaskGroup { group in
      for number in 0..<64 {
        let address = servers[number % 8].address("/\(number)")
        group.addImmediateTask { _ = await stage.failure(address) }
      }
      #expect(stage.client.waiterCount == 64)
      await asked.contains(count: 32)
      #expect(servers.map(\.connectionCount).reduce(0, +) == 32)
      gate.open()
    }
    #expect(servers.map(\.asked.count) == Array(repeating: 8, count: 8))
  }

  @Test(arguments: [1, 2, 3])
  func `many loads, half of them cancelled, leave no waiters and no broken entries`(seed: UInt64)
    async throws
  {
    let server = TestServer { request, connection in
      connection.answer(
        "200 OK", ["Cache-Control: max-age=60"], text: "body of \(request.target)")
    }
    let (stage, ends) = (Stage(), Watched(0))
    let answers = await withTaskGroup { group in
      var random = SplitMix64(seed: seed)
      for number in 0..<700 {
        let isCancelled = number % 2 == 1
        // Half of the loads end in any case.
        let moment = Int.random(in: 0..<350, using: &random)
        let path = "/\(Int.random(in: 0..<100, using: &random))"
        group.addTask {
          defer { ends.change { $0 += 1 } }
          return await Self.storm(stage, server, path, isCancelled ? (ends, moment) : nil)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await stage.isQuiet()
    #expect(answers.allSatisfy { $0 == nil })
    #expect(stage.client.waiterCount == 0)
    #expect(await stage.cache.verify().broken == 0)
  }

  /// Loads, and cancels once a given number of loads has ended; returns an unexpected result.
  private static func storm(
    _ stage: Stage, _ server: TestServer, _ path: String, _ leaving: (Watched<Int>, moment: Int)?
  ) async -> String? {
    let task = Task { try await stage.load(server.address(path)).text }
    if let (ends, moment) = leaving {
      await ends.wait { $0 >= moment }
      task.cancel()
    }
    switch await task.result {
    case .success(let text): return text == "body of \(path)" ? nil : text
    case .failure(let error):
      return leaving != nil && error as? NetworkError == .cancelled ? nil : "\(error)"
    }
  }
}

extension Task {
  /// What a task failed with; nil where it did not, or not with a network error.
  var failure: NetworkError? {
    get async {
      guard case .failure(let error) = await result else { return nil }
      return error as? NetworkError
    }
  }
}
