internal import Glibc

/// Why responses are kept in memory only from now on; the program goes on.
package struct CacheNotice: Hashable, Sendable, CustomStringConvertible {
  /// What the system said.
  package let errno: Int32

  /// One short sentence.
  package var description: String { "responses are not kept on disk: \(reason)" }

  /// Why, in a few words.
  package var reason: String {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: "no space left"
    case EROFS: "the disk is read-only"
    case EACCES, EPERM: "the cache folder is not ours"
    case ELIBACC: "SQLite is not installed"
    case ENOTDIR: "the cache folder is not a folder"
    default: "the disk fails (errno \(errno))"
    }
  }
}

extension CacheNotice {
  init(_ fault: CacheFault) {
    switch fault {
    case .busy: errno = EBUSY
    case .damaged: errno = EIO
    case .unusable(let errno): self.errno = errno
    }
  }
}
