package import Base
internal import Synchronization

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
