import Base
import Synchronization
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// Retries, circuit breakers and queues.
@Suite(.integration, .timeLimit(.minutes(30)))
struct PatienceTests {
  @Test func `pauses between retries double, have jitter and a limit`() throws {
    let rule = RetryRule(seed: 7)
    for _ in 0..<100 {
      let first = try #require(rule.pause(afterTry: 1, retryAfter: nil))
      let second = try #require(rule.pause(afterTry: 2, retryAfter: nil))
      #expect((.milliseconds(250)...(.milliseconds(750))).contains(first))
      #expect((.milliseconds(500)...(.milliseconds(1_500))).contains(second))
    }
    #expect(rule.pause(afterTry: 3, retryAfter: nil) == nil)
    #expect(rule.pause(afterTry: 1, retryAfter: 4) == .seconds(4))
    #expect(rule.pause(afterTry: 1, retryAfter: 6) == nil)
    #expect(rule.pause(afterTry: 1, retryAfter: 1_000_000_000) == nil)
    let (first, same) = (RetryRule(seed: 3), RetryRule(seed: 3))
    #expect(first.pause(afterTry: 1, retryAfter: nil) == same.pause(afterTry: 1, retryAfter: nil))
  }

  @Test(arguments: ["429 Too Many", "503 Unavailable"])
  func `a busy server is tried three times, after its Retry-After`(status: String) async {
    let server = TestServer { _, connection in connection.answer(status, ["Retry-After: 3"]) }
    let stage = Stage()
    #expect(await stage.failure(server.address("/")) != nil)
    #expect(server.asked.count == 3)
    #expect(stage.pauses.all == [.seconds(3), .seconds(3)])
  }

  @Test func `the log has every retry, without the query of the address`() async {
    let server = TestServer { _, connection in connection.answer("503 Unavailable") }
    let stage = Stage()
    _ = await stage.failure(server.address("/feed?key=secret"))
    let name = server.address("/feed?...")
    #expect(
      stage.told.all == [
        "info http \(name): server error (503), retrying (2)",
        "info http \(name): server error (503), retrying (3)",
        "warning http \(name): server error (503)",
      ])
  }

  @Test(arguments: [429, 503])
  func `a long Retry-After fails at once, and without requests until it has passed`(status: Int)
    async
  {
    let server = TestServer { _, connection in
      connection.answer("\(status) Busy", ["Retry-After: 120"])
    }
    let stage = Stage()
    let address = server.address("/")
    #expect(await stage.failure(address) == .busy(status: status, retryAfter: 120))
    #expect(server.asked.count == 1)
    #expect(stage.pauses.all.isEmpty)
    stage.clock.advance(by: .seconds(50))
    #expect(await stage.failure(address) == .busy(status: status, retryAfter: 70))
    #expect(server.asked.count == 1)
    stage.clock.advance(by: .seconds(70))
    #expect(await stage.failure(address) == .busy(status: status, retryAfter: 120))
    #expect(server.asked.count == 2)
  }

  @Test func `a Retry-After date is respected`() async {
    let server = TestServer { _, connection in
      connection.answer("503 Busy", ["Retry-After: Sun, 06 Nov 1994 08:49:41 GMT"])
    }
    let stage = Stage()
    #expect(await stage.failure(server.address("/")) == .busy(status: 503, retryAfter: 4))
    #expect(stage.pauses.all == [.seconds(4), .seconds(4)])
  }

  @Test func `a temporary 503 is retried until it succeeds`() async throws {
    let count = Counter()
    let server = TestServer { _, connection in
      if count.next() < 3 { connection.answer("503 Busy") } else { connection.answer(text: "back") }
    }
    #expect(try await Stage().load(server.address("/")).text == "back")
  }

  @Test(arguments: ["400 Bad", "401 No", "403 No", "404 No", "410 Gone", "500 Error", "501 No"])
  func `a permanent error is not retried`(status: String) async {
    let server = TestServer { _, connection in connection.answer(status) }
    let stage = Stage()
    #expect(await stage.failure(server.address("/")) != nil)
    #expect(server.asked.count == 1)
    #expect(stage.pauses.all.isEmpty)
  }

  @Test func `a circuit breaker opens after five failures, then for twice as long`() throws {
    let clock = ManualClock()
    let breaker = HostBreakers(clock: clock)
    let host = WebOrigin(isSecure: false, host: "a", port: 80)
    for _ in 0..<4 { breaker.noteFailure(of: host) }
    try breaker.admit(host)
    breaker.noteFailure(of: host)
    #expect(throws: NetworkError.hostResting) { try breaker.admit(host) }
    try breaker.admit(WebOrigin(isSecure: true, host: "a", port: 80))
    clock.advance(by: .seconds(15))
    try breaker.admit(host)
    #expect(throws: NetworkError.hostResting) { try breaker.admit(host) }
    breaker.noteFailure(of: host)
    clock.advance(by: .seconds(29))
    #expect(throws: NetworkError.hostResting) { try breaker.admit(host) }
    clock.advance(by: .seconds(1))
    try breaker.admit(host)
    breaker.noteAnswer(of: host)
    for _ in 0..<4 { breaker.noteFailure(of: host) }
    try breaker.admit(host)
  }

  @Test func `forgetFailures() closes a circuit breaker`() async throws {
    let isBack = Mutex(false)
    let server = TestServer { _, connection in
      if isBack.withLock({ $0 }) { connection.answer(text: "back") } else { connection.reset() }
    }
    let stage = Stage()
    for number in 0..<5 { _ = await stage.failure(server.address("/\(number)")) }
    isBack.withLock { $0 = true }
    #expect(await stage.failure(server.address("/new")) == .hostResting)
    stage.client.forgetFailures()
    #expect(try await stage.load(server.address("/new")).text == "back")
  }

  @Test func `two thousand loads from a dead host need few requests`() async {
    let server = TestServer { _, connection in
      connection.reset()
    }
    let stage = Stage()
    let failures = await withTaskGroup { group in
      for number in 0..<2_000 {
        group.addTask { await stage.failure(server.address("/\(number)")) }
      }
      return await group.reduce(into: [NetworkError?: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(Set(failures.keys) == [.connectionLost, .hostResting])
    #expect(server.asked.count < 3 * 6 + HostBreakers.failureLimit)
    #expect(server.greatestConnectionCount <= 6)
  }

  @Test func `a pending transfer is cancelled when the transfer thread stops`() async throws {
    let server = TestServer { _, _ in }
    let (inbox, end) = (TransferInbox(), Promise<TransferEnd>())
    let hop = ResolvedRequest(
      request: HTTPRequest(try WebAddress(server.address("/"))), headers: [], signature: nil)
    let request = TransferRequest(
      hop: hop,
      configuration: HTTPConfiguration(proxies: ProxyVariables { _ in nil }, trust: TLSOptions()),
      headers: [], partial: nil, proxy: nil, folder: nil)
    inbox.post(.start(TransferJob(id: 1, request: request, onProgress: { _ in }, end: end)))
    inbox.post(.stop)
    await WorkQueue(label: "transfers").run { TransferLoop.run(inbox) }
    let outcome = await end.value().outcome
    #expect(throws: NetworkError.cancelled) { try outcome.get() }
  }

  @Test func `hosts take turns, and loads of one host are first in, first out`() {
    var queues = HostQueues(hostLimit: 2, limit: 3)
    let (a, b) = (
      WebOrigin(isSecure: true, host: "a", port: 1), WebOrigin(isSecure: true, host: "b", port: 1)
    )
    for id in 1...4 { queues.append(id, for: a) }
    for id in 5...6 { queues.append(id, for: b) }
    #expect((0..<5).map { _ in queues.next() } == [1, 5, 2, nil, nil])
    let removals = [queues.remove(3), queues.remove(3)]
    #expect(removals == [true, false])
    queues.leave(a)
    #expect((0..<2).map { _ in queues.next() } == [6, nil])
    queues.leave(b)
    queues.leave(b)
    queues.leave(a)
    #expect((0..<2).map { _ in queues.next() } == [4, nil])
    queues.leave(a)
    #expect(queues.count == 0)
  }

  @Test func `a host with many streams may get more slots than its limit of connections`() {
    var queues = HostQueues(hostLimit: 2, limit: 8)
    let host = WebOrigin(isSecure: true, host: "a", port: 1)
    for id in 1...9 { queues.append(id, for: host) }
    #expect((0..<3).map { _ in queues.next() } == [1, 2, nil])
    queues.widen(host, to: 4)
    #expect((0..<3).map { _ in queues.next() } == [3, 4, nil])
    // The limit is never lowered.
    queues.widen(host, to: 1)
    queues.leave(host)
    #expect((0..<2).map { _ in queues.next() } == [5, nil])
    queues.widen(host)
    #expect((0..<5).map { _ in queues.next() } == [6, 7, 8, 9, nil])
  }
}
