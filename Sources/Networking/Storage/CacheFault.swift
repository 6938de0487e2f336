internal import GRDB
internal import Glibc

/// Why the disk part of the cache did not do what it was asked.
enum CacheFault: Error, Hashable {
  /// Another program holds it just now; the next attempt may succeed.
  case busy
  /// What it holds is no database, or contradicts itself.
  case damaged
  /// The disk is full, read-only, not ours, gone or broken; carries `errno` where it is known.
  case unusable(errno: Int32)

  init(_ error: any Error) {
    guard let error = error as? DatabaseError else {
      self = error as? CacheFault ?? .unusable(errno: EIO)
      return
    }
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED {
      self = .unusable(errno: ENOENT)
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT: self = .busy
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT,
      .SQLITE_SCHEMA:
      self = .damaged
    case .SQLITE_FULL: self = .unusable(errno: ENOSPC)
    case .SQLITE_READONLY: self = .unusable(errno: EROFS)
    case .SQLITE_PERM, .SQLITE_AUTH: self = .unusable(errno: EACCES)
    default: self = .unusable(errno: EIO)
    }
  }
}
