package import Base
internal import Synchronization

/// Delays background work while loads of visible photos keep processors busy.
package final class LoadActivity: Sendable {
  private struct State {
    var isBusy = false
    var waiters: [Promise<Void>] = []
  }

  private let state = Mutex(State())

  package init() {}

  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Callable from any thread; never waits.
  func setBusy(_ isBusy: Bool) {
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
