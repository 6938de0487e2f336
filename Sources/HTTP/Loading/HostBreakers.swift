internal import Base
internal import Synchronization

/// A circuit breaker per host.
final class HostBreakers: Sendable {
  static let failureLimit = 5

  private let breakers = Mutex<[WebOrigin: CircuitBreaker]>([:])
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    elapsed = Stopwatch(clock).start()
  }

  /// Throws `NetworkError.hostResting` while the circuit to a host is open.
  func admit(_ host: WebOrigin) throws(NetworkError) {
    let now = elapsed()
    guard breakers.withLock({ $0[host]?.admits(at: now) ?? true }) else { throw .hostResting }
  }

  /// Closes the circuit; an HTTP error is a response too.
  func noteAnswer(of host: WebOrigin) {
    breakers.withLock { $0[host] = nil }
  }

  func noteFailure(of host: WebOrigin) {
    let now = elapsed()
    breakers.withLock {
      let new = CircuitBreaker(
        failureLimit: Self.failureLimit, pauses: .seconds(15) ... .seconds(300))
      $0[host, default: new].noteFailure(at: now)
    }
  }

  func forget() {
    breakers.withLock { $0 = [:] }
  }
}
