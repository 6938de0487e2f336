internal import Base
internal import Glibc

/// The reason why a disk cache failed.
package enum CacheError: Error, Hashable {
  /// Another program has locked it; a retry may succeed.
  case busy
  /// Its content is not a database, or is inconsistent.
  case damaged
  /// SQLite rejects a statement, because of another program's tables or a mistake in it.
  case refused(SQLiteError)
  /// The disk is full, read-only, foreign, gone or broken; `errno` is `EIO` if unknown.
  case unusable(errno: Int32)

  package init(_ error: any Error) {
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

extension CacheError {
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

  /// `subject` is what is not kept, with its verb.
  package init(_ subject: String, _ error: CacheError) {
    (self.subject, self.error) = (subject, error)
  }

  package var errno: Int32 { error.errno }
  package var reason: String { error.reason }
  package var description: String { "\(subject) not cached on disk: \(reason)" }
}
