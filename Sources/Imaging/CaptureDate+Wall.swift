import Base

extension CaptureDate {
  /// The milliseconds since the beginning of 1970, by the clock of the camera, as if that knew of no time
  /// zones: what dates are ordered by.
  package var wallMilliseconds: Int64 {
    let days = CivilDate(firstOf: Int(month), year: Int(year)).daysSinceEpoch + Int(day) - 1
    let seconds = days * 86_400 + Int(hour) * 3600 + Int(minute) * 60 + Int(second)
    return Int64(seconds * 1000 + Int(millisecond))
  }

  /// The date of such a number; nil where the year is not from 1 to 9999, or no clock is that far from UTC.
  package init?(wallMilliseconds: Int64, utcOffset: Int? = nil, precision: Precision = .second) {
    let (days, rest) = Int(wallMilliseconds).quotientAndRemainder(flooringBy: 86_400_000)
    let date = CivilDate(daysSinceEpoch: days)
    let seconds = rest / 1000
    self.init(
      year: date.year, month: date.month, day: date.day, hour: seconds / 3600,
      minute: seconds / 60 % 60, second: seconds % 60, millisecond: rest % 1000,
      utcOffset: utcOffset, precision: precision)
  }
}
