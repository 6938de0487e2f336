internal import CSQLite
internal import Glibc

/// Why SQLite did not do what it was asked.
package enum SQLiteError: Error, Hashable {
  /// The system has no SQLite.
  case missing
  /// A call failed, with SQLite's extended result code and its message; foreign text.
  case failed(code: Int32, message: String)
}

extension SQLiteError {
  /// What a failure means to the owner of a database.
  package enum Cause: Hashable, Sendable {
    /// Another connection holds the database; the next attempt may succeed.
    case busy
    /// The file is no database, or contradicts itself.
    case damaged
    /// The statement is wrong for this database: a mistake in it, or another program's tables. The
    /// file itself is sound and must not be deleted for it.
    case refused
    /// The system does not let SQLite use the file, for the reason that this `errno` names.
    case unusable(errno: Int32)
  }

  /// What the failure means.
  package var cause: Cause {
    switch self {
    case .missing: .unusable(errno: ELIBACC)
    case .failed(csqlite_readonly_moved, _): .unusable(errno: ENOENT)
    case .failed(csqlite_cantopen_symlink, _): .unusable(errno: ELOOP)
    // The lower eight bits are the result code without its extension.
    case .failed(let code, _): Self.cause(of: code & 0xFF)
    }
  }

  private static func cause(of resultCode: Int32) -> Cause {
    switch resultCode {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_SCHEMA: .refused
    case SQLITE_FULL: .unusable(errno: ENOSPC)
    case SQLITE_READONLY: .unusable(errno: EROFS)
    case SQLITE_PERM, SQLITE_AUTH: .unusable(errno: EACCES)
    default: .unusable(errno: EIO)
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  /// SQLite's message and its result code; not sanitised.
  package var description: String {
    switch self {
    case .missing: "SQLite is not installed"
    case .failed(let code, let message): "\(message) (\(code))"
    }
  }
}
