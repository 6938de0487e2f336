import Base

/// When a photo was taken, as the clock of its camera showed it.
///
/// Few cameras know their time zone, so that two dates can be compared by the clock alone.
package struct CaptureDate: Hashable, Sendable {
  /// The year, from 1 to 9999.
  package let year: UInt16
  /// The month, from 1 to 12.
  package let month: UInt8
  /// The day of the month, from 1.
  package let day: UInt8
  /// The hour, from 0 to 23.
  package let hour: UInt8
  /// The minute, from 0 to 59.
  package let minute: UInt8
  /// The second, from 0 to 60: a leap second is one.
  package let second: UInt8
  /// Milliseconds, 0 to 999; zero if unknown.
  package let millisecond: UInt16
  /// How far the clock was ahead of UTC, in minutes; nil where the camera did not know.
  package let utcOffset: Int16?
  /// How much of the date is known; the rest is where that begins, as January and the first day of a year.
  package let precision: Precision

  /// The last part of a date that is known.
  package enum Precision: UInt8, CaseIterable, Sendable {
    case second, day, month, year
  }

  /// The farthest that a clock is from UTC anywhere, in minutes.
  private static let greatestOffset = 14 * 60

  /// Takes a date; nil where no calendar or clock has it.
  package init?(
    year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Int = 0,
    millisecond: Int = 0, utcOffset: Int? = nil, precision: Precision = .second
  ) {
    guard CivilDate(year: year, month: month, day: day) != nil, (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond),
      abs(utcOffset ?? 0) <= Self.greatestOffset
    else { return nil }
    self.year = UInt16(year)
    self.month = UInt8(month)
    self.day = UInt8(day)
    self.hour = UInt8(hour)
    self.minute = UInt8(minute)
    self.second = UInt8(second)
    self.millisecond = UInt16(millisecond)
    self.utcOffset = utcOffset.map(Int16.init)
    self.precision = precision
  }
}

extension CaptureDate: CustomStringConvertible {
  /// Date and time to the minute (ISO 8601, with a space), as far as they are known: `2024-05-17 14:03`,
  /// `2024-05-17`, `2024-05` or `2024`.
  package var description: String {
    precision == .second
      ? "\(dayText) \(hour.zeroPadded(to: 2)):\(minute.zeroPadded(to: 2))" : dayText
  }

  /// Year, month and day, as far as they are known.
  var dayText: String {
    let (year, month) = (year.zeroPadded(to: 4), month.zeroPadded(to: 2))
    return switch precision {
    case .year: year
    case .month: "\(year)-\(month)"
    case .second, .day: "\(year)-\(month)-\(day.zeroPadded(to: 2))"
    }
  }
}
