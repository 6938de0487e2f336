import Base
internal import Glibc

/// Why thumbnails are not stored; each case is one sentence for the user.
package enum ThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
  case noFolder, foreignFolder, notAFolder
  /// Also the user's quota.
  case full
  case readOnly, accessDenied
  /// The limit on file sizes (`ulimit -f`).
  case fileTooLarge
  case failed(errno: Int32)

  /// A lowercase sentence for the status line.
  package var description: String { "thumbnails are not cached: \(reason)" }

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

  /// Whether a retry is useless: not for errors that pass, or concern a single entry, such as a
  /// directory in its place.
  var isLasting: Bool {
    switch self {
    case .failed(EMFILE), .failed(ENFILE), .failed(ENOMEM), .failed(EISDIR): false
    default: true
    }
  }
}
