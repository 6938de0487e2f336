internal import Glibc
import Values

/// Why thumbnails are not kept on disk; each case is one sentence for the user.
package enum ThumbnailError: Error, Hashable, Sendable {
  /// The environment names no cache folder.
  case noFolder
  /// The cache folder, or a link on the way to it, belongs to another user.
  case foreignFolder
  /// What stands in the place of the cache folder is none.
  case notAFolder
  /// The disk or the user's share of it is full.
  case full
  /// The volume is read-only.
  case readOnly
  /// The user may not write there.
  case accessDenied
  /// Files may not become as large as a thumbnail (`ulimit -f`).
  case fileTooLarge
  /// The system refused for another reason; carries `errno`.
  case failed(errno: Int32)
}

extension ThumbnailError: CustomStringConvertible {
  /// One sentence for a status line, in lower case.
  package var description: String { "thumbnails are not kept: \(reason)" }

  private var reason: String {
    switch self {
    case .noFolder: "neither XDG_CACHE_HOME nor HOME names a folder"
    case .foreignFolder: "the cache folder belongs to another user"
    case .notAFolder: "the cache folder is not a folder"
    case .full: "the disk is full"
    case .readOnly: "the cache folder is read-only"
    case .accessDenied: "the cache folder cannot be written to"
    case .fileTooLarge: "files may not grow that large"
    case .failed(let errno): "\(SystemError(errno))"
    }
  }
}

extension ThumbnailError {
  /// The error that a system call left in `errno`.
  init(errno: Int32) {
    switch errno {
    case ENOSPC, EDQUOT: self = .full
    case EROFS: self = .readOnly
    case EACCES, EPERM: self = .accessDenied
    case EFBIG: self = .fileTooLarge
    case ENOTDIR, ELOOP: self = .notAFolder
    default: self = .failed(errno: errno)
    }
  }

  /// Whether it is not worth trying again: everything but what passes by itself, or concerns
  /// one entry alone, as a folder in its place does.
  var isLasting: Bool {
    switch self {
    case .failed(EMFILE), .failed(ENFILE), .failed(ENOMEM), .failed(EISDIR): false
    default: true
    }
  }
}
