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
