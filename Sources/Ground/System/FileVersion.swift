package import Glibc

/// A file as it is at one moment: while it stays the same, so does the content.
///
/// Time of change and inode are part of it, because a file may be replaced or rewritten within the
/// same second and keep its size and its time of modification.
package struct FileVersion: Hashable, Sendable {
  /// The file system that the file lies on.
  package let device: UInt64
  /// The number of the file there.
  package let inode: UInt64
  /// The size in bytes.
  package let byteCount: Int
  /// When the content last changed.
  package let modified: FileTime
  /// When the content or what is known of the file last changed; it cannot be set by programs.
  package let changed: FileTime

  /// Takes what the kernel says of a file.
  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = status.st_size
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
  }

  /// Whether another version differs in the inode number at most.
  package func isEqual(exceptInode other: FileVersion) -> Bool {
    device == other.device && byteCount == other.byteCount && modified == other.modified
      && changed == other.changed
  }

  /// Looks at the file that a path names, through links; blocks.
  ///
  /// Nil where there is no regular file.
  /// - Parameter path: A path of any length as bytes, without a terminating zero.
  package init?(path: [UInt8]) {
    guard let status = DeepPath.status(of: path), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }
}

/// A time that a file system keeps: seconds since 1970 and nanoseconds.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Whole seconds since 1970-01-01 00:00 UTC; negative before it.
  package let seconds: Int
  /// The nanoseconds that come on top, from 0 to 999,999,999.
  package let nanoseconds: Int

  /// Takes both parts.
  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// What the system's clock says, which files are stamped with.
  package static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  /// Takes what the kernel says of a file.
  package init(_ time: timespec) {
    self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// Tells which time is earlier.
  package static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// The whole seconds that this lies before another time; those of the far past are as many as
  /// there can be.
  package func wholeSeconds(before other: FileTime) -> Int {
    let (difference, isTooFar) = other.seconds.subtractingReportingOverflow(seconds)
    guard !isTooFar else { return seconds < other.seconds ? .max : .min }
    let isBegun = other.nanoseconds < nanoseconds && difference > .min
    return difference - (isBegun ? 1 : 0)
  }
}
