internal import Base
internal import Synchronization

/// A circuit breaker per host: a host that keeps failing is not accessed for a while.
final class CircuitBreaker: Sendable {
  /// Consecutive failures that open the circuit.
  static let failureLimit = 5
  private static let firstPause = Duration.seconds(15)
  private static let longestPause = Duration.seconds(300)

  private struct Record {
    var failures = 0
    /// Since the breaker was created.
    var openUntil = Duration.zero
  }

  private let records = Mutex<[WebOrigin: Record]>([:])
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    elapsed = Stopwatch(clock).start()
  }

  /// Throws `NetworkError.hostResting` while the circuit to a host is open.
  ///
  /// After the pause it is half-open: one request passes at a time, until one succeeds.
  func admit(_ host: WebOrigin) throws(NetworkError) {
    let now = elapsed()
    let isOpen = records.withLock { records in
      guard let record = records[host], record.failures >= Self.failureLimit else { return false }
      guard record.openUntil <= now else { return true }
      records[host]?.openUntil = now + Self.pause(after: record.failures)
      return false
    }
    if isOpen { throw .hostResting }
  }

  /// Closes the circuit; an HTTP error is a response too.
  func noteAnswer(of host: WebOrigin) {
    records.withLock { $0[host] = nil }
  }

  func noteFailure(of host: WebOrigin) {
    let now = elapsed()
    records.withLock { records in
      var record = records[host] ?? Record()
      record.failures += 1
      if record.failures >= Self.failureLimit {
        record.openUntil = now + Self.pause(after: record.failures)
      }
      records[host] = record
    }
  }

  func forget() {
    records.withLock { $0 = [:] }
  }

  /// Doubles with each failure above the limit.
  private static func pause(after failures: Int) -> Duration {
    min(firstPause * (1 << min(failures - failureLimit, 8)), longestPause)
  }
}
