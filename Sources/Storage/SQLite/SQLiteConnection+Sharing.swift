internal import Glibc

extension SQLiteConnection {
  /// Enables the write-ahead log, without waiting for the disk.
  ///
  /// Several programs can read while one writes. The last changes may be lost on power failure.
  /// Throws `SQLiteError`, or `CacheError.unusable` if the file system does not support it.
  package func prepareForSharing() throws {
    let mode = try prepare("PRAGMA journal_mode = WAL").first { $0.text(0) }
    guard mode == "wal" else { throw CacheError.unusable(errno: ENOTSUP) }
    try execute("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
  }

  /// The schema version that the creating program has set; zero if there is none.
  package func tableVersion() throws(SQLiteError) -> Int64 {
    try prepare("PRAGMA user_version").first { $0.integer(0) ?? 0 } ?? 0
  }
}
