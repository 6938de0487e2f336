import Synchronization

/// The newest version of the entries of one catalog; callable from any thread.
final class PagedLineage: Sendable {
  private struct Last {
    weak var entries: PagedEntries?
  }

  private let last = Mutex(Last())

  /// The newest version; nil where nobody holds it any more.
  var entries: PagedEntries? { last.withLock { $0.entries } }

  /// Sets the newest version.
  func take(_ entries: PagedEntries) { last.withLock { $0.entries = entries } }

  /// Sets the newest version, unless another one than the given has been set since.
  func take(_ entries: PagedEntries, after old: PagedEntries) {
    last.withLock { last in
      if last.entries.map({ $0 === old }) ?? true { last.entries = entries }
    }
  }
}
