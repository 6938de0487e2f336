import Base
import CSQLite
import Glibc

package enum CacheError: Error, Hashable {
  /// Another program has locked it; a retry may succeed.
  case busy
  /// Its content is not a database, or is inconsistent.
  case damaged
  /// SQLite rejects a statement, as for foreign tables. The file is intact and must not be deleted.
  case refused(SQLiteError)
  /// The disk is full, read-only, foreign, gone or broken; `errno` is `EIO` if unknown.
  case unusable(errno: Int32)

  package init(_ error: any Error) {
    self = error as? CacheError ?? (error as? SQLiteError)?.cause ?? .unusable(errno: EIO)
  }

  package static func attempt<Result: ~Copyable>(
    _ body: () throws -> Result
  ) throws(CacheError) -> Result {
    do {
      return try body()
    } catch {
      throw CacheError(error)
    }
  }

  package var errno: Int32 {
    switch self {
    case .busy: EBUSY
    case .damaged, .refused: EIO
    case .unusable(let errno): errno
    }
  }

  /// A few words of printable ASCII.
  package var reason: String {
    if case .refused(let error) = self { return "SQLite error: \(Self.shown("\(error)"))" }
    return switch errno {
    case ENOSPC, EDQUOT, EFBIG: "no space left"
    case EROFS: "the disk is read-only"
    case EACCES: "no permission for the cache folder"
    case EPERM: "other users may write to the cache folder"
    case ELOOP: "a cache file is a symbolic link"
    case ELIBACC: "SQLite is not installed"
    case ENOTDIR: "the cache folder is not a folder"
    case EREMOTE: "the cache folder is on another machine"
    case EPROTO: "written by a newer photocell"
    default: "\(SystemError(errno))"
    }
  }

  /// The text may contain file content.
  private static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { " "..."~" ~= $0 }.prefix(100)))
  }
}

/// Why a cache is kept in memory only from now on.
package struct CacheNotice: Hashable, Sendable, CustomStringConvertible {
  private let subject: String
  private let error: CacheError

  /// `subject` is the cached data, with its verb.
  package init(_ subject: String, _ error: CacheError) {
    (self.subject, self.error) = (subject, error)
  }

  package var errno: Int32 { error.errno }
  package var reason: String { error.reason }
  package var description: String { "\(subject) not cached on disk: \(reason)" }
}

package enum SQLiteError: Error, Hashable, CustomStringConvertible {
  case missing
  /// SQLite's extended result code and message, which is untrusted text.
  case failed(code: Int32, message: String)

  /// The consequence of an error for the owner of a database.
  package var cause: CacheError {
    guard case .failed(let code, _) = self else { return .unusable(errno: ELIBACC) }
    switch code {
    case csqlite_readonly_moved: return .unusable(errno: ENOENT)
    case csqlite_cantopen_symlink: return .unusable(errno: ELOOP)
    default: break
    }
    // The lower eight bits are the primary result code.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT: return .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_SCHEMA: return .refused(self)
    case SQLITE_FULL: return .unusable(errno: ENOSPC)
    case SQLITE_READONLY: return .unusable(errno: EROFS)
    case SQLITE_PERM, SQLITE_AUTH: return .unusable(errno: EACCES)
    default: return .unusable(errno: EIO)
    }
  }

  package var description: String {
    switch self {
    case .missing: "SQLite is not installed"
    case .failed(let code, let message): "\(message) (\(code))"
    }
  }
}
