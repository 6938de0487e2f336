package import Base
import HTTP
import Synchronization

/// Delays background work while loads of visible photos keep processors busy.
package final class LoadActivity: Sendable {
  private struct State {
    var isBusy = false
    var waiters: [Promise<Void>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Callable from any thread; never waits.
  package func setBusy(_ isBusy: Bool) {
    let waiters = state.withLock { state in
      state.isBusy = isBusy
      guard !isBusy else { return [Promise<Void>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.fulfil(()) }
  }

  /// Returns when no load keeps a processor busy, or the task is cancelled.
  package func idle() async {
    let turn = Promise<Void>()
    let waits = state.withLock { state in
      if state.isBusy { state.waiters.append(turn) }
      return state.isBusy
    }
    if waits { await turn.value(orWhenCancelled: ()) }
  }
}

/// Statistics of the tiles that were not cached: their origins and load times; thread-safe.
package final class LoadStatistics: Sendable {
  package struct Counts: Hashable, Sendable {
    package var loads: [Provenance.Origin: Int] = [:]
    package var failures = 0
    package var times = DurationHistogram()

    package init() {}
  }

  private let state = Mutex(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }

  func note(_ provenance: Provenance) {
    state.withLock { counts in
      counts.loads[provenance.origin, default: 0] += 1
      counts.times.add(provenance.loadTime)
    }
  }

  func noteFailure() {
    state.withLock { $0.failures += 1 }
  }
}

/// Reports all loads together, a few times a second.
///
/// A report that is too early waits for the next one of any load: one that ends within the first
/// interval is never reported. Waiting for a host is reported at once, as nothing may follow it.
package final class ProgressThrottle<Load: Sendable>: Sendable {
  package struct Entry: Sendable {
    package let load: Load
    package let progress: LoadProgress
  }

  private static var interval: Duration { .milliseconds(250) }

  private struct State {
    var entries: [Int: Entry] = [:]
    var elapsed: @Sendable () -> Duration = { .zero }
  }

  private let stopwatch: Stopwatch
  private let state = Mutex(State())

  package init(_ stopwatch: Stopwatch) {
    self.stopwatch = stopwatch
  }

  /// Records progress, and returns the reports due now, usually none; from any thread.
  package func note(_ progress: LoadProgress, of load: Load, id: Int) -> [Entry] {
    state.withLock { state in
      if state.entries.isEmpty { state.elapsed = stopwatch.start() }
      state.entries[id] = Entry(load: load, progress: progress)
      let isDue = progress.awaitedHost != nil || state.elapsed() >= Self.interval
      guard isDue else { return [] }
      defer { state.entries = [:] }
      return Array(state.entries.values)
    }
  }

  package func forget(load id: Int) {
    state.withLock { _ = $0.entries.removeValue(forKey: id) }
  }
}

package struct LoadProgress: Hashable, Sendable {
  package let received: Int
  package let expected: Int?

  /// The host that has not answered yet, untrusted; nil once it has.
  package let awaitedHost: String?

  package init(received: Int, expected: Int?, awaitedHost: String? = nil) {
    (self.received, self.expected, self.awaitedHost) = (received, expected, awaitedHost)
  }

  /// 0 to 100; nil if the total is unknown.
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
