import Synchronization
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// How long a response may take, and how long a transfer may stall.
@Suite(.integration, .timeLimit(.minutes(30)))
struct TransferPatienceTests {
  private let start = ContinuousClock.now

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func `before the request is sent there is no time limit`() {
    let patience = TransferPatience(.standard)
    #expect(patience.nextCheck == nil)
    #expect(patience.failure(at: at(1_000)) == nil)
    #expect(!patience.isSlow(at: at(1_000)))
  }

  @Test func `a response may take thirty seconds, and waiting is reported after one`() {
    var patience = TransferPatience(.standard)
    patience.recordRequest(at: start)
    #expect(patience.nextCheck == at(1))
    let notices = [0.9, 1, 2].map { patience.takeNotice(at: at($0)) }
    #expect(notices == [false, true, false])
    #expect(patience.nextCheck == at(30))
    #expect(patience.failure(at: at(29.9)) == nil)
    #expect(patience.failure(at: at(30)) == .noAnswer(seconds: 30))
  }

  @Test func `headers alone do not extend the thirty seconds`() {
    var patience = TransferPatience(.standard)
    patience.recordRequest(at: start)
    patience.recordHead(at: at(20))
    #expect(patience.failure(at: at(26)) == nil)
    #expect(patience.failure(at: at(30)) == .noAnswer(seconds: 30))
  }

  @Test func `after the first byte five seconds of silence time out`() {
    var patience = TransferPatience(.standard)
    patience.recordRequest(at: start)
    patience.recordHead(at: at(29))
    patience.recordBody(10, at: at(29))
    #expect(patience.nextCheck == at(34))
    #expect(patience.failure(at: at(33.9)) == nil)
    #expect(patience.failure(at: at(34)) == .timedOut)
  }

  @Test(arguments: [(1_000, true), (1_100, false)])
  func `a transfer of about a kilobyte a second or less times out`(
    bytesASecond: Int, isTooSlow: Bool
  ) {
    var patience = TransferPatience(.standard)
    patience.recordRequest(at: start)
    for second in 1...60 {
      patience.recordBody(bytesASecond, at: at(Double(second)))
      guard patience.failure(at: at(Double(second) + 0.5)) == nil else {
        #expect(isTooSlow && second < 20)
        return
      }
    }
    #expect(!isTooSlow)
  }

  @Test(arguments: [(4.9, false), (5.1, true)])
  func `a response that takes more than five seconds is slow`(seconds: Double, isSlow: Bool) {
    var patience = TransferPatience(.standard)
    patience.recordRequest(at: start)
    patience.recordHead(at: at(seconds))
    #expect(patience.isSlow(at: at(100)) == isSlow)
  }

  @Test func `a request without a response is not retried`() async {
    let gate = Gate()
    let server = TestServer { _, _ in gate.wait() }
    let stage = Stage(
      timeouts: HTTPTimeouts(
        connecting: .seconds(86_400), answering: .milliseconds(300), stalling: .milliseconds(100),
        whole: .seconds(86_400)))
    #expect(await stage.failure(server.address("/")) == .noAnswer(seconds: 1))
    #expect(stage.pauses.all.isEmpty)
    gate.open()
  }

  @Test func `a slow failure is not retried, and waiting is reported once`() async {
    let wasTold = Gate()
    let server = TestServer { _, connection in
      wasTold.wait()
      connection.answer("503 Busy")
    }
    var timeouts = HTTPTimeouts.patient
    timeouts.hesitating = .zero
    timeouts.noticing = .zero
    let stage = Stage(timeouts: timeouts)
    let progress = Mutex<[HTTPProgress]>([])
    let failure = await Task {
      _ = try await stage.client.load(HTTPRequest(try WebAddress(server.address("/")))) { told in
        progress.withLock { $0.append(told) }
        wasTold.open()
      }
    }.failure
    #expect(failure == .status(503))
    #expect(server.asked.count == 1)
    #expect(
      progress.withLock { $0 } == [
        HTTPProgress(received: 0, expected: nil, awaitedHost: "127.0.0.1")
      ])
  }
}
