internal import CSQLite
internal import Glibc

/// Why the disk part of the cache did not do what it was asked.
enum CacheFault: Error, Hashable {
  /// Another program holds it just now; the next attempt may succeed.
  case busy
  /// What it holds is no database, or contradicts itself.
  case damaged
  /// SQLite does not do what it is asked, whatever is in the file: another program's tables, or a
  /// mistake of this one.
  case refused(SQLiteError)
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
    case .failed(csqlite_readonly_moved, _): self = .unusable(errno: ENOENT)
    case .failed(csqlite_cantopen_symlink, _): self = .unusable(errno: ELOOP)
    case .failed(let code, _): self = CacheFault(resultCode: code, of: error)
    }
  }

  private init(resultCode: Int32, of error: SQLiteError) {
    // The lower eight bits are the result code without its extension.
    switch resultCode & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT: self = .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_SCHEMA: self = .refused(error)
    case SQLITE_FULL: self = .unusable(errno: ENOSPC)
    case SQLITE_READONLY: self = .unusable(errno: EROFS)
    case SQLITE_PERM, SQLITE_AUTH: self = .unusable(errno: EACCES)
    default: self = .unusable(errno: EIO)
    }
  }
}
