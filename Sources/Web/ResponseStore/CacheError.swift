internal import Glibc
internal import SQLite

/// Why the cache's part on disk did not do what it was asked.
enum CacheError: Error, Hashable {
  /// Another program holds it; the next attempt may succeed.
  case busy
  /// What it holds is no database, or contradicts itself.
  case damaged
  /// SQLite refuses a statement, whatever is in the file: another program's tables, or a mistake of
  /// this one.
  case refused(SQLiteError)
  /// The disk is full, read-only, not ours, gone or broken; carries `errno` where it is known.
  case unusable(errno: Int32)

  init(_ error: any Error) {
    switch error {
    case let error as SQLiteError:
      switch error.cause {
      case .busy: self = .busy
      case .damaged: self = .damaged
      case .refused: self = .refused(error)
      case .unusable(let errno): self = .unusable(errno: errno)
      }
    default: self = error as? CacheError ?? .unusable(errno: EIO)
    }
  }
}
