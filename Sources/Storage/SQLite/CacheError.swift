internal import Glibc
internal import Values

/// Why a cache's part on disk did not do what it was asked.
package enum CacheError: Error, Hashable {
  /// Another program holds it; the next attempt may succeed.
  case busy
  /// What it holds is no database, or contradicts itself.
  case damaged
  /// SQLite refuses a statement, whatever is in the file: another program's tables, or a mistake of
  /// this one.
  case refused(SQLiteError)
  /// The disk is full, read-only, not ours, gone or broken; carries `errno` where it is known.
  case unusable(errno: Int32)

  /// What a failure of SQLite, or of what else was done, comes to.
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
  /// What the system said, as `errno`.
  package var errno: Int32 {
    switch self {
    case .busy: EBUSY
    case .damaged, .refused: EIO
    case .unusable(let errno): errno
    }
  }

  /// Why, in a few words of printable ASCII.
  package var reason: String {
    if case .refused(let error) = self { return "SQLite refuses it: \(Self.shown("\(error)"))" }
    return switch errno {
    case ENOSPC, EDQUOT, EFBIG: "no space left"
    case EROFS: "the disk is read-only"
    case EACCES: "the cache folder is not ours"
    case EPERM: "others may write to the cache folder"
    case ELOOP: "a link lies where the cache has its own files"
    case ELIBACC: "SQLite is not installed"
    case ENOTDIR: "the cache folder is not a folder"
    case EREMOTE: "the cache folder lies on another machine"
    case EPROTO: "a newer photocell has written it"
    default: "\(SystemError(errno))"
    }
  }

  /// Part of it may be the text of a file.
  private static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { " "..."~" ~= $0 }.prefix(100)))
  }
}
