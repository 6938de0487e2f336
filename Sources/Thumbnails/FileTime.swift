import Glibc

/// A time that a file system gave to a file; any, also one before 1970 or far ahead.
struct FileTime: Hashable, Sendable {
  /// Whole seconds since the beginning of 1970, rounded down.
  let seconds: Int
  /// Nanoseconds since that second.
  let nanoseconds: Int

  /// Takes a time in seconds since the beginning of 1970 and nanoseconds after them.
  init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init(_ time: timespec) {
    self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// The time to the nanosecond, as photocell's own keys hold it: `1700000000+000000042`.
  var exactText: String {
    let digits = String(nanoseconds)
    return "\(seconds)+" + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }
}
