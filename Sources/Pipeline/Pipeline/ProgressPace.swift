import HTTP
import Synchronization
import Values

/// Gathers how far loads are, so that the screen is drawn for all of them together and a few times
/// a second only.
///
/// It needs no timer: what is told too early waits for what is told next, of whichever load. So a
/// load that ends within the first interval is never spoken of at all. That a host is awaited is said
/// at once: it is told late, once for each load, and nothing may be told after it.
final class ProgressPace<Load: Sendable>: Sendable {
  /// How far a load is.
  struct Entry: Sendable {
    let load: Load
    let progress: LoadProgress
  }

  /// The least time between two times that something is said.
  private static var interval: Duration { .milliseconds(250) }

  private struct State {
    /// What has not been said yet, by the number of the load.
    var entries: [Int: Entry] = [:]
    var elapsed: @Sendable () -> Duration = { .zero }
  }

  private let stopwatch: Stopwatch
  private let state = Mutex(State())

  init(_ stopwatch: Stopwatch) {
    self.stopwatch = stopwatch
  }

  /// Notes how far a load is; from any thread.
  /// - Returns: What is to be said now of all loads; mostly nothing.
  func note(_ progress: LoadProgress, of load: Load, id: Int) -> [Entry] {
    state.withLock { state in
      if state.entries.isEmpty { state.elapsed = stopwatch.start() }
      state.entries[id] = Entry(load: load, progress: progress)
      let isDue = progress.awaitedHost != nil || state.elapsed() >= Self.interval
      guard isDue else { return [] }
      defer { state.entries = [:] }
      return Array(state.entries.values)
    }
  }

  /// Forgets a load that has ended.
  func forget(load id: Int) {
    state.withLock { _ = $0.entries.removeValue(forKey: id) }
  }
}

/// How far the transfer of a picture has come.
package struct LoadProgress: Hashable, Sendable {
  /// The bytes so far.
  package let received: Int
  /// The bytes that it will have; nil where the server does not say.
  package let expected: Int?

  /// The host that has been asked and has not answered yet, a foreign text; nil once it has.
  package let awaitedHost: String?

  /// Says how far it is, in bytes, or who has not answered yet.
  package init(received: Int, expected: Int?, awaitedHost: String? = nil) {
    self.received = received
    self.expected = expected
    self.awaitedHost = awaitedHost
  }

  /// The share of the whole in per cent, from 0 to 100; nil where the whole is not known.
  package var percent: Int? {
    expected.flatMap { $0 > 0 ? min(100, Int(100 * Double(received) / Double($0))) : nil }
  }
}

extension LoadProgress {
  init(_ progress: HTTPProgress) {
    self.init(
      received: progress.received, expected: progress.expected, awaitedHost: progress.awaitedHost)
  }
}
