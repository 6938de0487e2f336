internal import CSQLite
internal import Glibc

/// Why the disk part of the cache did not do what it was asked.
enum CacheFault: Error, Hashable {
  /// Another program holds it just now; the next attempt may succeed.
  case busy
  /// What it holds is no database, or contradicts itself.
  case damaged
  /// The disk is full, read-only, not ours, gone or broken; carries `errno` where it is known.
  case unusable(errno: Int32)

  init(_ error: any Error) {
    switch error {
    case let error as SQLiteError: self.init(error)
    default: self = error as? CacheFault ?? .unusable(errno: EIO)
    }
  }

  private init(_ error: SQLiteError) {
    switch error {
    case .missing: self = .unusable(errno: ELIBACC)
    case .failed(code: csqlite_readonly_moved): self = .unusable(errno: ENOENT)
    // The lower eight bits are the result code without its extension.
    case .failed(let code): self.init(resultCode: code & 0xFF)
    }
  }

  private init(resultCode: Int32) {
    switch resultCode {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT: self = .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT,
      SQLITE_SCHEMA:
      self = .damaged
    case SQLITE_FULL: self = .unusable(errno: ENOSPC)
    case SQLITE_READONLY: self = .unusable(errno: EROFS)
    case SQLITE_PERM, SQLITE_AUTH: self = .unusable(errno: EACCES)
    default: self = .unusable(errno: EIO)
    }
  }
}
