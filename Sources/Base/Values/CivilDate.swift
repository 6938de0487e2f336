/// A date of the Gregorian calendar, extended to years before it; the year before 1 is 0.
package struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let year, month, day: Int

  /// Days since 1 January 1970, negative before.
  ///
  /// `days_from_civil` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years
  /// begin in March, so that the leap day is the last, and 400 of them are one era.
  package var daysSinceEpoch: Int {
    let marchYear = month > 2 ? year : year - 1
    let (era, yearOfEra) = marchYear.quotientAndRemainder(flooringBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package init(daysSinceEpoch days: Int) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Nil if the date does not exist, or the year is not in 1...9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    self.init(unchecked: year, month, day)
    guard CivilDate(daysSinceEpoch: daysSinceEpoch) == self else { return nil }
  }

  /// Parses exactly the form `2024-02-29`.
  package init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  package init?(_ text: ArraySlice<UInt8>) {
    let start = text.startIndex
    guard text.count == 10, text[start + 4] == "-", text[start + 7] == "-",
      let year = Int(digits: text.prefix(4)), let month = Int(digits: text[start + 5..<start + 7]),
      let day = Int(digits: text.suffix(2))
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package init(firstOf month: Int, year: Int) {
    self.init(unchecked: year, month, 1)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  package static func < (first: CivilDate, second: CivilDate) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }

  package var description: String {
    "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
  }

  package func advanced(byDays days: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// From 0 for Sunday; 1 January 1970 was a Thursday.
  package var weekday: Int { (daysSinceEpoch + 4).quotientAndRemainder(flooringBy: 7).remainder }
}
