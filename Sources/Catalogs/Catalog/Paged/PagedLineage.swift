import Synchronization

/// A weak reference to the newest version of a catalog's entries; callable from any thread.
final class PagedLineage: Sendable {
  private struct Last {
    weak var entries: PagedEntries?
  }

  private let last = Mutex(Last())

  var entries: PagedEntries? { last.withLock { $0.entries } }

  func take(_ entries: PagedEntries) { last.withLock { $0.entries = entries } }

  /// Sets the newest version unless it is no longer `old`.
  func take(_ entries: PagedEntries, after old: PagedEntries) {
    last.withLock { last in
      if last.entries.map({ $0 === old }) ?? true { last.entries = entries }
    }
  }
}
