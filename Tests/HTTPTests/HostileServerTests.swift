import ExpiringCache
import HTTP
import Storage
import TestServer
import TestSupport
import Testing

/// Faulty responses of servers, each with its expected outcome.
@Suite(.integration, .timeLimit(.minutes(30)))
struct HostileServerTests {
  private static let tooLarge = NetworkError.tooLarge(byteLimit: 1_000_000)

  @Test(arguments: ServerBehaviour.all)
  func `a hostile response gives the expected outcome and no broken cache entry`(
    behaviour: ServerBehaviour
  ) async {
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

  @Test func `an endless body is stopped at the byte limit`() async {
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send([UInt8](repeating: 0x61, count: 65_536)) {}
      connection.endAfterwards()
    }
    #expect(await Stage().failure(server.address("/"), byteLimit: 1_000_000) == Self.tooLarge)
    await server.isAlone()
  }

  /// The gzip form of 20,000,000 zeros, written out: a head, one block of repetitions, an end.
  @Test func `a gzip bomb is stopped at the byte limit`() async throws {
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
  func `an invalid or too often repeated content coding is an error`(coding: String) async throws {
    let server = TestServer { _, connection in
      connection.answer("200 OK", ["Content-Encoding: \(coding)"], text: "abc")
    }
    await #expect(throws: NetworkError.badEncoding) {
      try await Stage().load(server.address("/"), acceptsCompression: true)
    }
  }

  @Test func `a stalled body is given up after the stall timeout, three times`() async {
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

  @Test func `a silent server is given up after the total timeout`() async {
    let gate = Gate()
    let silent = TestServer { _, _ in gate.wait() }
    var timeouts = HTTPTimeouts.patient
    timeouts.whole = .milliseconds(150)
    let stage = Stage(timeouts: timeouts)
    #expect(await stage.failure(silent.address("/")) == .timedOut)
    gate.open()
  }

  @Test func `a silent server does not block loads from others`() async throws {
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

  @Test func `a closed port refuses the connection`() async {
    let server = TestServer { _, _ in }
    let address = server.address("/")
    let port = server.port
    withExtendedLifetime(server) {}
    _ = consume server
    #expect(port > 0)
    #expect(await Stage().failure(address) == .refused)
  }

  @Test func `an unknown host name is not found`() async {
    #expect(await Stage().failure("http://photocell.invalid/") == .hostNotFound)
  }

  @Test func `a load whose connection is reset is tried three times`() async {
    let server = TestServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
      connection.reset()
    }
    let stage = Stage()
    #expect(await stage.failure(server.address("/")) == .connectionLost)
    #expect(server.asked.count == 3)
    #expect(stage.pauses.all.count == 2)
  }

  @Test func `HTTPS to a plain HTTP server is an encryption or connection error`() async {
    let server = TestServer { _, _ in }
    let address = server.address("/").replacing("http:", with: "https:")
    let failure = await Stage().failure(address)
    #expect(failure == .encryptionFailed || failure == .connectionLost)
  }
}
