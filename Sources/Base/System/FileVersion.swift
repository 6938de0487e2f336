package import Glibc

/// Identifies the content of a file by its metadata.
///
/// Includes change time and inode: a file may be replaced with the same size and modification time.
package struct FileVersion: Hashable, Sendable {
  package let device, inode: UInt64
  package let byteCount: Int
  package let modified: FileTime
  /// Change time of content or metadata; cannot be set by programs.
  package let changed: FileTime

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = status.st_size
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
  }

  /// Whether only the inode numbers may differ.
  package func isEqual(exceptInode other: FileVersion) -> Bool {
    device == other.device && byteCount == other.byteCount && modified == other.modified
      && changed == other.changed
  }

  /// Follows links and blocks; nil if it is not a regular file.
  package init?(path: [UInt8]) {
    guard let status = LongPath.status(of: path), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }
}

package struct FileTime: Hashable, Comparable, Sendable {
  /// Since 1970-01-01 00:00 UTC; negative before.
  package let seconds: Int
  package let nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int = 0) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  package static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  package init(_ time: timespec) {
    self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  package static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// Whole seconds from this time to a later one; saturates.
  package func wholeSeconds(before other: FileTime) -> Int {
    let (difference, isTooFar) = other.seconds.subtractingReportingOverflow(seconds)
    guard !isTooFar else { return seconds < other.seconds ? .max : .min }
    let isBegun = other.nanoseconds < nanoseconds && difference > .min
    return difference - (isBegun ? 1 : 0)
  }
}
