package struct LogEntry: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  package let time: Int
  package let level: LogLevel
  package let area: LogArea
  /// On one line.
  package let message: String
}

extension LogEntry: CustomStringConvertible {
  /// The line without its end: the time after ISO 8601, level, area and message, a blank between them.
  package var description: String { "\(moment) \(level.rawValue) \(area.rawValue) \(message)" }

  private var moment: String {
    let (day, second) = time.quotientAndRemainder(flooringBy: 86_400)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.zeroPadded(to: 2) }
    return "\(CivilDate(daysSinceEpoch: day))T\(clock.joined(separator: ":"))Z"
  }
}
