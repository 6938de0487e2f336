internal import Synchronization
package import Values

/// Counts where tiles came from that memory did not have, and how long that took; from any thread.
package final class LoadTally: Sendable {
  /// What has been counted.
  package struct Counts: Hashable, Sendable {
    /// The tiles that were loaded, by where they came from.
    package var loads: [Provenance.Origin: Int] = [:]
    /// The photos that could not be loaded.
    package var failures = 0
    /// How long the loads took, from when they were begun.
    package var times = DurationHistogram()

    /// Has counted nothing.
    package init() {}
  }

  private let state = Mutex(Counts())

  /// Has counted nothing.
  package init() {}

  /// What has been counted so far.
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
