extension CaptureDate {
  /// The milliseconds since the beginning of 1970, by the clock of the camera, as if that knew of no time
  /// zones: what dates are ordered by.
  package var wallMilliseconds: Int64 {
    let days = Self.dayNumber(Int64(year), Int64(month), Int64(day))
    let seconds = days * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    return seconds * 1000 + Int64(millisecond)
  }

  /// Takes such a number apart; nil where the year has not four digits, or no clock is that far from UTC.
  package init?(
    wallMilliseconds: Int64, utcOffset: Int? = nil, precision: Precision = .second
  ) {
    let (days, rest) = wallMilliseconds.quotientAndRemainder(flooringBy: 86_400_000)
    guard days > -1_000_000, days < 4_000_000 else { return nil }
    let (year, month, day) = Self.civilDay(days)
    let seconds = Int(rest / 1000)
    self.init(
      year: Int(year), month: Int(month), day: Int(day), hour: seconds / 3600,
      minute: seconds / 60 % 60, second: seconds % 60, millisecond: Int(rest % 1000),
      utcOffset: utcOffset, precision: precision)
  }

  /// The days since 1970-01-01, by the calendar of today.
  ///
  /// Years begin with March, so that the day of a leap year comes last.
  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = year.quotientAndRemainder(flooringBy: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civilDay(_ number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(flooringBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let shown = month < 10 ? month + 3 : month - 9
    return (era * 400 + yearOfEra + (shown <= 2 ? 1 : 0), shown, day)
  }
}

extension Int64 {
  /// The quotient rounded down, and what is left, which is never negative.
  fileprivate func quotientAndRemainder(
    flooringBy divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
