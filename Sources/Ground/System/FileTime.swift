package import Glibc

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
