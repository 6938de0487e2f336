package struct LogEntry: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  package let time: Int
  package let level: LogLevel
  package let area: LogArea
  /// On one line.
  package let message: String

  package init(time: Int, level: LogLevel, area: LogArea, message: String) {
    self.time = time
    self.level = level
    self.area = area
    self.message = message
  }
}

extension LogEntry: CustomStringConvertible {
  /// The line without its end: the time after ISO 8601, level, area and message, a blank between them.
  package var description: String { "\(moment) \(level.rawValue) \(area.rawValue) \(message)" }

  private var moment: String {
    let day = time >= 0 ? time / 86_400 : (time + 1) / 86_400 - 1
    let second = time - day * 86_400
    let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }
    return "\(Self.date(day))T\(clock.joined(separator: ":"))Z"
  }

  /// The date of a day after 1 January 1970: years begin in March, so that a leap day is their last, and
  /// 400 of them have 146,097 days.
  private static func date(_ day: Int) -> String {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let dayOfMonth = dayOfYear - (153 * march + 2) / 5 + 1
    let parts = [digits(year + era * 400 + (month <= 2 ? 1 : 0), 4)]
    return (parts + [digits(month, 2), digits(dayOfMonth, 2)]).joined(separator: "-")
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
