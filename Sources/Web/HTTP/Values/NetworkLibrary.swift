internal import CCurl
internal import CIDN2
internal import ResponseStore

/// A library that is loaded when it is first needed, and not with the program.
package enum NetworkLibrary: String, CaseIterable, Sendable {
  /// What asks servers.
  case curl = "libcurl"
  /// What writes the names of hosts in ASCII.
  case idn2 = "libidn2"
  /// What keeps the list of responses on disk.
  case sqlite = "SQLite"

  /// Whether a library can be used.
  package enum Condition: Hashable, Sendable {
    /// It is there with all that is called of it.
    case found
    /// It is not there, or lacks something.
    case missing
    /// It is there, but older than what the program needs.
    case tooOld
  }

  /// Loads it for the life of the process; the calling thread waits some milliseconds.
  package func load() -> Condition {
    switch self {
    case .curl: ccurl_load() ? .found : ccurl_is_too_old() ? .tooOld : .missing
    case .idn2: cidn2_load() ? .found : .missing
    case .sqlite: ResponseCache.loadSQLite() ? .found : .missing
    }
  }
}
