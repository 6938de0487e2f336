internal import CSQLite
internal import Glibc

package enum SQLiteError: Error, Hashable {
  case missing
  /// SQLite's extended result code and message, which is untrusted text.
  case failed(code: Int32, message: String)
}

extension SQLiteError {
  /// The consequence of an error for the owner of a database.
  package enum Cause: Hashable, Sendable {
    /// Another connection has locked the database; a retry may succeed.
    case busy
    /// The file is not a database, or is inconsistent.
    case damaged
    /// The statement does not fit this database: a mistake, or another program's tables.
    ///
    /// The file itself is intact and must not be deleted.
    case refused
    /// The system prevents using the file.
    case unusable(errno: Int32)
  }

  package var cause: Cause {
    switch self {
    case .missing: .unusable(errno: ELIBACC)
    case .failed(csqlite_readonly_moved, _): .unusable(errno: ENOENT)
    case .failed(csqlite_cantopen_symlink, _): .unusable(errno: ELOOP)
    // The lower eight bits are the primary result code.
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
  /// Not sanitized.
  package var description: String {
    switch self {
    case .missing: "SQLite is not installed"
    case .failed(let code, let message): "\(message) (\(code))"
    }
  }
}
