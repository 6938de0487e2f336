import ExpiringCache
import HTTP
import Storage
import TestServer
import TestSupport
import Testing

/// What a server can do wrong, each with what must come of it.
@Suite(.integration, .timeLimit(.minutes(10)))
struct HostileServerTests {
  private static let tooLarge = NetworkError.tooLarge(byteLimit: 1_000_000)

  @Test(arguments: ServerBehaviour.all)
  func `it ends in a reason or in what was sent`(behaviour: ServerBehaviour) async {
    let server = TestServer { _, connection in
      connection.send(behaviour.bytes)
      connection.finish()
      connection.waitForEnd()
    }
    let stage = Stage()
    let outcome = await stage.failure(server.address("/"), byteLimit: 1_000_000)
    #expect(outcome == behaviour.outcome)
    #expect(server.asked.count <= 3)
    #expect(await stage.cache.verify().broken == 0)
    if behaviour.outcome != nil { #expect(await stage.cache.usage().count == 0) }
  }

  @Test func `a body without an end is stopped at the limit`() async {
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send([UInt8](repeating: 0x61, count: 65_536)) {}
      connection.endAfterwards()
    }
    #expect(await Stage().failure(server.address("/"), byteLimit: 1_000_000) == Self.tooLarge)
    await server.isAlone()
  }

  /// The gzip form of 20,000,000 zeros, written out: a head, one block of repetitions, an end.
  @Test func `what unpacks to more than the limit is stopped there`() async throws {
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["Content-Encoding: gzip"], body: GzipBomb.bytes)
    }
    let stage = Stage()
    await #expect(throws: Self.tooLarge) {
      try await stage.load(
        server.address("/"), byteLimit: 1_000_000, acceptsCompression: true)
    }
    #expect(server.asked.first?.headers["accept-encoding"] == "gzip, deflate")
  }

  @Test(arguments: ["gzip", Array(repeating: "gzip", count: 51).joined(separator: ", ")])
  func `a broken packing is a reason`(coding: String) async throws {
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["Content-Encoding: \(coding)"], text: "abc")
    }
    await #expect(throws: NetworkError.badEncoding) {
      try await Stage().load(server.address("/"), acceptsCompression: true)
    }
  }

  @Test func `a trickle is given up after the time for stalling`() async {
    let gate = Gate()
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\na")
      gate.wait()
    }
    var timeouts = HTTPTimeouts.patient
    timeouts.stalling = .milliseconds(200)
    let stage = Stage(timeouts: timeouts)
    #expect(await stage.failure(server.address("/")) == .timedOut)
    #expect(server.asked.count == 3)
    gate.open()
  }

  @Test func `silence is given up after the time for the whole`() async {
    let gate = Gate()
    let silent = TestServer { _, _ in gate.wait() }
    var timeouts = HTTPTimeouts.patient
    timeouts.whole = .milliseconds(150)
    let stage = Stage(timeouts: timeouts)
    #expect(await stage.failure(silent.address("/")) == .timedOut)
    gate.open()
  }

  @Test func `while one is silent the others go on`() async throws {
    let gate = Gate()
    let silent = TestServer { _, connection in
      gate.wait()
      connection.answer(text: "late")
    }
    let server = TestServer { _, connection in connection.answer(text: "alive") }
    let stage = Stage()
    async let late = stage.load(silent.address("/"))
    await silent.wasAsked(1)
    #expect(try await stage.load(server.address("/")).text == "alive")
    gate.open()
    #expect(try await late.text == "late")
  }

  @Test func `nobody listens`() async {
    let server = TestServer { _, _ in }
    let address = server.address("/")
    let port = server.port
    withExtendedLifetime(server) {}
    _ = consume server
    #expect(port > 0)
    #expect(await Stage().failure(address) == .refused)
  }

  @Test func `a name that nobody has`() async {
    #expect(await Stage().failure("http://photocell.invalid/") == .hostNotFound)
  }

  @Test func `a connection that is reset in the middle is tried three times`() async {
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
      connection.reset()
    }
    let stage = Stage()
    #expect(await stage.failure(server.address("/")) == .connectionLost)
    #expect(server.asked.count == 3)
    #expect(stage.pauses.all.count == 2)
  }

  @Test func `plain HTTP is no TLS`() async {
    let server = TestServer { _, _ in }
    let address = server.address("/").replacing("http:", with: "https:")
    let failure = await Stage().failure(address)
    #expect(failure == .encryptionFailed || failure == .connectionLost)
  }
}
