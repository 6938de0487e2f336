/// A moment as a whole number of ticks since the cache was made.
///
/// A tick is 2^29 attoseconds, about half a nanosecond: coarse enough for one machine word to hold
/// 150 years, fine enough to tell two moments a nanosecond apart, and computed with a shift where
/// nanoseconds would need a 128-bit division at every hit.
@usableFromInline struct Moment: Comparable, Hashable, Sendable {
  @usableFromInline var ticks: Int64

  /// Later than every other moment.
  @usableFromInline static let never = Moment(ticks: .max)

  @inlinable init(ticks: Int64) {
    self.ticks = ticks
  }

  /// The moment a time after the cache was made.
  @usableFromInline init(offset: Duration) {
    ticks = Int64(clamping: offset.attoseconds >> 29)
  }

  /// The moment some ticks later; `never` where that is too far away.
  @inlinable func advanced(by ticks: Int64) -> Moment {
    let (sum, overflows) = self.ticks.addingReportingOverflow(ticks)
    return overflows ? .never : Moment(ticks: sum)
  }

  /// The time until a later moment, which may not be `never`, rounded up to a whole nanosecond: a
  /// sleeper that waits as long does not wake before it.
  @usableFromInline func duration(to later: Moment) -> Duration {
    let nanosecond: Int128 = 1_000_000_000
    let exact = Int128(later.ticks - ticks) << 29
    return Duration(attoseconds: (exact + nanosecond - 1) / nanosecond * nanosecond)
  }

  @inlinable static func < (left: Moment, right: Moment) -> Bool {
    left.ticks < right.ticks
  }
}
