internal import CCurl
internal import CSQLite

/// A library that is loaded when it is first needed, and not with the program.
package enum NetworkLibrary: String, CaseIterable, Sendable {
  /// What asks servers.
  case curl = "libcurl"
  /// What keeps the list of responses on disk.
  case sqlite = "SQLite"

  /// Loads it for the life of the process; the calling thread waits some milliseconds.
  /// - Returns: Whether it is there with all that is called of it.
  package func load() -> Bool {
    switch self {
    case .curl: ccurl_load()
    case .sqlite: csqlite_load()
    }
  }
}
