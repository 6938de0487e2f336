internal import Glibc
internal import SQLite
internal import Values

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

/// Why responses are kept in memory only from now on; the program goes on.
package struct CacheNotice: Hashable, Sendable, CustomStringConvertible {
  /// What the system said.
  package let errno: Int32
  /// What SQLite said, in printable ASCII; nil where it was not the one to refuse.
  let message: String?

  /// One short sentence.
  package var description: String { "responses are not kept on disk: \(reason)" }

  /// Why, in a few words.
  package var reason: String {
    if let message { return "SQLite refuses it: \(message)" }
    return switch errno {
    case ENOSPC, EDQUOT, EFBIG: "no space left"
    case EROFS: "the disk is read-only"
    case EACCES: "the cache folder is not ours"
    case EPERM: "others may write to the cache folder"
    case ELOOP: "a link lies where the cache has its own files"
    case ELIBACC: "SQLite is not installed"
    case ENOTDIR: "the cache folder is not a folder"
    default: "\(SystemError(errno))"
    }
  }
}

extension CacheNotice {
  init(_ fault: CacheError) {
    switch fault {
    case .busy: (errno, message) = (EBUSY, nil)
    case .damaged: (errno, message) = (EIO, nil)
    case .unusable(let errno): (self.errno, message) = (errno, nil)
    case .refused(let error): (errno, message) = (EIO, Self.shown("\(error)"))
    }
  }

  /// Part of it may be the text of a file.
  private static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { " "..."~" ~= $0 }.prefix(100)))
  }
}
