internal import Synchronization

/// Remembers which hosts keep failing, so that they are left alone for a while.
final class HostHealth: Sendable {
  /// How many failures in a row make a host rest.
  static let patience = 5
  private static let firstRest = Duration.seconds(15)
  private static let longestRest = Duration.seconds(300)

  private struct Record {
    var failures = 0
    /// By the clock's time since this was made.
    var restsUntil = Duration.zero
  }

  private let records = Mutex<[WebOrigin: Record]>([:])
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Lets a request to a host pass, or not.
  ///
  /// After a rest one request passes at a time, until one has succeeded.
  /// - Throws: `NetworkError.hostResting`.
  func admit(_ host: WebOrigin) throws(NetworkError) {
    let now = elapsed()
    let rests = records.withLock { records in
      guard let record = records[host], record.failures >= Self.patience else { return false }
      guard record.restsUntil <= now else { return true }
      records[host]?.restsUntil = now + Self.rest(after: record.failures)
      return false
    }
    if rests { throw .hostResting }
  }

  /// Notes that a host has answered, be it with an error of its own.
  func noteAnswer(of host: WebOrigin) {
    records.withLock { $0[host] = nil }
  }

  /// Notes that a host has failed.
  func noteFailure(of host: WebOrigin) {
    let now = elapsed()
    records.withLock { records in
      var record = records[host] ?? Record()
      record.failures += 1
      if record.failures >= Self.patience {
        record.restsUntil = now + Self.rest(after: record.failures)
      }
      records[host] = record
    }
  }

  /// Lets every host be asked again, as if none had failed.
  func forget() {
    records.withLock { $0 = [:] }
  }

  /// Doubles with each failure more.
  private static func rest(after failures: Int) -> Duration {
    min(firstRest * (1 << min(failures - patience, 8)), longestRest)
  }
}
