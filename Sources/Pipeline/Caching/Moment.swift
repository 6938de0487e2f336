/// A moment as a whole number of ticks since the cache was made.
///
/// A tick is 2^29 attoseconds, about half a nanosecond: coarse enough for one machine word to hold
/// 150 years, fine enough that two moments a nanosecond apart differ, and made with a shift where
/// nanoseconds would need a division of 128 bits at every hit.
struct Moment: Comparable, Hashable, Sendable {
  var ticks: Int64

  /// Later than every other moment.
  static let never = Moment(ticks: .max)
  /// Earlier than every other moment.
  static let past = Moment(ticks: .min)

  init(ticks: Int64) {
    self.ticks = ticks
  }

  /// The moment a time after the cache was made.
  init(offset: Duration) {
    ticks = Int64(clamping: offset.attoseconds >> 29)
  }

  /// The moment some ticks later; the last one there is where that is too far away.
  func advanced(by ticks: Int64) -> Moment {
    let (sum, isTooFar) = self.ticks.addingReportingOverflow(ticks)
    return isTooFar ? .never : Moment(ticks: sum)
  }

  /// The time until a later moment, which may not be `never`.
  func duration(to later: Moment) -> Duration {
    Duration(attoseconds: Int128(later.ticks - ticks) << 29)
  }

  static func < (left: Moment, right: Moment) -> Bool {
    left.ticks < right.ticks
  }
}
