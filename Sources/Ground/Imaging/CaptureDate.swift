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
  /// The thousandths of the second, from 0 to 999; zero where nobody has counted them.
  package let millisecond: UInt16
  /// How far the clock was ahead of UTC, in minutes; nil where the camera did not know.
  package let utcOffset: Int16?

  /// The farthest that a clock is from UTC anywhere, in minutes.
  private static let greatestOffset = 14 * 60

  /// Takes a date; nil where no calendar or clock has it.
  package init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0,
    utcOffset: Int? = nil
  ) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.dayCount(of: month, in: year)).contains(day), (0...23).contains(hour),
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
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CaptureDate: CustomStringConvertible {
  /// Date and time to the minute (ISO 8601, with a space): `2024-05-17 14:03`.
  package var description: String {
    let day = "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day))"
    return "\(day) \(Self.digits(hour)):\(Self.digits(minute))"
  }

  /// A number with so many digits at least.
  static func digits(_ number: some BinaryInteger, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension CaptureDate {
  /// Reads a date of XMP (ISO 8601, as W3C's note on it has it): of one without a clock the day begins
  /// the time, and one without a day is none.
  package init?(iso8601 text: String) {
    let text = String(text.prefix(40))
    let halves = text.split(maxSplits: 1, whereSeparator: { $0 == "T" || $0 == " " })
    let day = (halves.first ?? "").split(separator: "-").map { Int($0) ?? 0 }
    guard day.count == 3 else { return nil }
    let rest = halves.count > 1 ? halves[1] : ""
    let clock = rest.prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let zone = rest.dropFirst(clock.count)
    let parts = clock.split(separator: ":")
    let seconds = (parts.count > 2 ? parts[2] : "0").split(separator: ".")
    let numbers = parts.prefix(2).map { Int($0) ?? 99 }
    self.init(
      year: day[0], month: day[1], day: day[2], hour: numbers.first ?? 0,
      minute: numbers.count > 1 ? numbers[1] : 0, second: seconds.first.flatMap { Int($0) } ?? 99,
      millisecond: Self.thousandths(seconds.count > 1 ? seconds[1] : ""),
      utcOffset: zone == "Z" ? 0 : Self.offset(String(zone)))
  }

  private static func thousandths(_ digits: Substring) -> Int {
    Int((digits + "000").prefix(3)) ?? 0
  }
}
