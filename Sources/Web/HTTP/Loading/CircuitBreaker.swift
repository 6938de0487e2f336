internal import Synchronization
internal import Values

/// A circuit breaker for each host: one that keeps failing is left alone for a while.
final class CircuitBreaker: Sendable {
  /// How many failures in a row open the circuit to a host.
  static let failureLimit = 5
  private static let firstPause = Duration.seconds(15)
  private static let longestPause = Duration.seconds(300)

  private struct Record {
    var failures = 0
    /// Until when the circuit is open, as the time since the breaker was made.
    var openUntil = Duration.zero
  }

  private let records = Mutex<[WebOrigin: Record]>([:])
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    elapsed = Stopwatch(clock).start()
  }

  /// Admits a request to a host unless the circuit to it is open.
  ///
  /// After the pause it is half-open: one request passes at a time, until one has succeeded.
  /// - Throws: `NetworkError.hostResting`.
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

  /// Records that a host has answered, even with an error of its own.
  func noteAnswer(of host: WebOrigin) {
    records.withLock { $0[host] = nil }
  }

  /// Records that a host has failed.
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

  /// Closes all circuits, as if no host had failed.
  func forget() {
    records.withLock { $0 = [:] }
  }

  /// The pause after some failures, which doubles with each further one.
  private static func pause(after failures: Int) -> Duration {
    min(firstPause * (1 << min(failures - failureLimit, 8)), longestPause)
  }
}
