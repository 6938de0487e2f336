internal import Glibc

extension SQLiteConnection {
  /// Lets several programs read while one writes, and waits for no disk: power failure may lose the last
  /// changes.
  /// - Throws: `SQLiteError`, or `CacheError.unusable` where the file system cannot do that.
  package func prepareForSharing() throws {
    let mode = try prepare("PRAGMA journal_mode = WAL").first { $0.text(0) }
    guard mode == "wal" else { throw CacheError.unusable(errno: ENOTSUP) }
    try execute("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
  }

  /// What the program that made the tables has called their version; zero where there are none.
  /// - Throws: `SQLiteError`.
  package func tableVersion() throws(SQLiteError) -> Int64 {
    try prepare("PRAGMA user_version").first { $0.integer(0) ?? 0 } ?? 0
  }
}
