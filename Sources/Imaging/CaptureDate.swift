import Base

/// The capture time by the camera's clock; few cameras know their time zone.
package struct CaptureDate: Hashable, Sendable, CustomStringConvertible {
  /// 1...9999.
  package let year: UInt16
  /// `second` is up to 60, for leap seconds.
  package let month, day, hour, minute, second: UInt8
  /// 0...999; 0 if unknown.
  package let millisecond: UInt16
  /// Minutes ahead of UTC; nil if unknown.
  package let utcOffset: Int16?
  /// The last part that is known; later parts have their least value.
  package let precision: Precision

  package enum Precision: UInt8, CaseIterable, Sendable {
    case second, day, month, year
  }

  /// The largest offset from UTC of any time zone, in minutes.
  private static let greatestOffset = 14 * 60

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

  /// The known parts: `2024-05-17 14:03`, `2024-05-17`, `2024-05` or `2024`.
  package var description: String {
    precision == .second
      ? "\(dayText) \(hour.zeroPadded(to: 2)):\(minute.zeroPadded(to: 2))" : dayText
  }

  var dayText: String {
    let (year, month) = (year.zeroPadded(to: 4), month.zeroPadded(to: 2))
    return switch precision {
    case .year: year
    case .month: "\(year)-\(month)"
    case .second, .day: "\(year)-\(month)-\(day.zeroPadded(to: 2))"
    }
  }
}

extension CaptureDate {
  /// Milliseconds since 1970 by the camera's clock, which define the order of dates.
  package var wallMilliseconds: Int64 {
    let days = CivilDate(firstOf: Int(month), year: Int(year)).daysSinceEpoch + Int(day) - 1
    let seconds = days * 86_400 + Int(hour) * 3600 + Int(minute) * 60 + Int(second)
    return Int64(seconds * 1000 + Int(millisecond))
  }

  /// Nil if the year or the offset is out of range.
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

extension CaptureDate {
  /// Parses the dates of EXIF (CIPA DC-008, DateTimeOriginal), XMP (W3C "Date and Time Formats"),
  /// IPTC (IIM 4.1, 2:55 and 2:60) and PNG (RFC 1123), also if they are written incorrectly:
  /// `2024:05:17 14:03:59`, `2024-05-17T14:03:59.25+02:00`, `20240517 140359`, `1978-05`,
  /// `Fri, 17 May 2024 14:03:59 GMT`.
  ///
  /// A month or day that is zero, blank or missing, and an invalid time, are unknown. Padding by
  /// spaces and zero bytes is ignored. Nil without a year, or if a number is out of range.
  /// `fraction` (decimal places of the second) and `offset` (from UTC) are separate fields, which
  /// take precedence over `text`.
  package init?(text: String, fraction: String = "", offset: String = "") {
    var scanner = DateScanner(text)
    guard let day = scanner.namedDay() ?? scanner.day() else { return nil }
    let time = day.precision == .day ? scanner.time() : nil
    var offsets = DateScanner(offset)
    self.init(
      year: day.year, month: day.month, day: day.day, hour: time?.hour ?? 0,
      minute: time?.minute ?? 0, second: time?.second ?? 0,
      millisecond: DateScanner.thousandths(Array(fraction.utf8)) ?? time?.millisecond ?? 0,
      utcOffset: offsets.zone() ?? time?.utcOffset,
      precision: time == nil ? day.precision : .second)
  }
}

private struct DateScanner {
  /// Unknown parts are 1.
  struct Day {
    var year: Int
    var month = 1
    var day = 1
    var precision = CaptureDate.Precision.day
  }

  struct Time {
    var hour, minute: Int
    var second = 0
    var millisecond = 0
    var utcOffset: Int?
  }

  private static let byteLimit = 64
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8.prefix(Self.byteLimit))[...]
    rest = rest.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
  }

  /// `Fri, 17 May 2024` or `17 May 2024` (RFC 1123, section 5.2.14); nil without consuming anything
  /// if the text has another form.
  mutating func namedDay() -> Day? {
    let start = rest
    if !lowerWord().isEmpty { _ = take(",") }
    skipBlanks()
    if let day = number(1...2), takeBlanks(), let month = Self.month(lowerWord()), takeBlanks(),
      let year = number(4...4)
    {
      return Day(year: year, month: month, day: day)
    }
    rest = start
    return nil
  }

  private static func month(_ name: String) -> Int? {
    months.firstIndex(of: String(name.prefix(3))).map { $0 + 1 }
  }

  /// `2024:05:17` with any of the usual separators, or none; the last parts may be missing.
  mutating func day() -> Day? {
    guard let year = number(4...4) else { return nil }
    var known = Day(year: year, precision: .year)
    let isCompact = rest.first?.isDigit == true
    guard isCompact || takeSeparator(of: ":-/."), let month = datePart(isCompact), month > 0 else {
      return known
    }
    (known.month, known.precision) = (month, .month)
    guard isCompact || takeSeparator(of: ":-/."), let day = datePart(isCompact), day > 0 else {
      return known
    }
    (known.day, known.precision) = (day, .day)
    return known
  }

  /// Two digits; between separators, one may be missing or a blank.
  private mutating func datePart(_ isCompact: Bool) -> Int? {
    if !isCompact { skipBlanks() }
    return number(isCompact ? 2...2 : 1...2)
  }

  /// `T14:03:59.25+02:00`, optionally without seconds, fraction and zone, or `140359`.
  mutating func time() -> Time? {
    guard rest.first?.isDigit == true || takeSeparator(of: "Tt :_") else { return nil }
    skipBlanks()
    guard let hour = number(1...2) else { return nil }
    let separator = rest.first.flatMap { ":.-".utf8.contains($0) ? $0 : nil }
    guard take(separator), let minute = number(separator == nil ? 2...2 : 1...2) else { return nil }
    var time = Time(hour: hour, minute: minute)
    if take(separator) { time.second = number(separator == nil ? 2...2 : 1...2) ?? 0 }
    if takeSeparator(of: ".,") {
      let digits = rest.prefix { $0.isDigit }
      rest = rest.dropFirst(digits.count)
      time.millisecond = Self.thousandths(Array(digits)) ?? 0
    }
    return finish(time)
  }

  /// Parses the rest of a time after its digits: am or pm, the zone, and maybe words.
  private mutating func finish(_ time: Time) -> Time? {
    var time = time
    let isApart = takeBlanks()
    let half = rest.prefix(2).map { $0 | 0x20 }
    if half.elementsEqual("am".utf8) || half.elementsEqual("pm".utf8), (1...12).contains(time.hour)
    {
      time.hour = time.hour % 12 + (half[0] == UInt8(ascii: "p") ? 12 : 0)
      rest = rest.dropFirst(2)
      skipBlanks()
    }
    time.utcOffset = zone()
    return rest.isEmpty || isApart || takeBlanks() ? time : nil
  }

  /// `+02:00`, `+0200`, `+2`, `Z` or `GMT`, in minutes; nil for anything else, and above 14 hours.
  mutating func zone() -> Int? {
    let start = rest
    let name = lowerWord()
    if ["z", "utc", "gmt"].contains(name) { return 0 }
    rest = start
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    rest = rest.dropFirst()
    guard let hours = number(1...2) else { return nil }
    _ = take(":")
    let rest = number(2...2) ?? 0
    let minutes = hours * 60 + rest
    guard rest < 60, minutes <= 14 * 60 else { return nil }
    return sign == UInt8(ascii: "-") ? -minutes : minutes
  }

  /// The first three decimal places of a second; nil without digits.
  static func thousandths(_ fraction: [UInt8]) -> Int? {
    let digits = fraction.drop { $0 == 0x20 }.prefix { $0.isDigit }.prefix(3)
    guard !digits.isEmpty else { return nil }
    return (0..<3).reduce(0) { value, place in
      value * 10 + (place < digits.count ? Int(digits[digits.startIndex + place] & 15) : 0)
    }
  }

  /// Nil without consuming anything if there are fewer digits.
  private mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(counts.upperBound).prefix { $0.isDigit }
    guard digits.count >= counts.lowerBound else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
  }

  private mutating func lowerWord() -> String {
    let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
    rest = rest.dropFirst(letters.count)
    return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool { take(UInt8(ascii: sign)) }

  private mutating func take(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func takeSeparator(of signs: StaticString) -> Bool {
    guard let first = rest.first, String(describing: signs).utf8.contains(first) else {
      return false
    }
    rest = rest.dropFirst()
    return true
  }

  private mutating func takeBlanks() -> Bool {
    let count = rest.count
    skipBlanks()
    return rest.count < count
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 } }
}
