/// The clocks of New York, by which NASA's days begin.
///
/// They follow the rule that has been the law since 2007 (15 U.S.C. 260a): one hour forward on the
/// second Sunday of March, and back on the first Sunday of November, both at two o'clock. The rule
/// stands here, and not in a zoneinfo file that is read, since such a file may be missing and is one
/// more thing that can be broken; should the law change, a list would expire one hour off, no more.
/// Earlier years are taken as if the rule had held.
package enum NewYorkTime {
  private static let day = 86_400
  private static let hour = 3_600

  /// How far the clocks are behind UTC, in seconds, at a moment in seconds since 1970 in UTC.
  package static func secondsBehindUTC(at moment: Int) -> Int {
    isSummer(at: moment) ? 4 * hour : 5 * hour
  }

  /// The day in New York at a moment in seconds since 1970 in UTC.
  package static func date(at moment: Int) -> CivilDate {
    date(ofLocal: moment - secondsBehindUTC(at: moment))
  }

  /// The moment when a day begins there, in seconds since 1970 in UTC.
  ///
  /// There is one for every day, since the clocks are not changed at midnight.
  package static func start(of date: CivilDate) -> Int {
    let midnight = date.daysSinceEpoch * day
    let inSummer = midnight + 4 * hour
    return isSummer(at: inSummer) ? inSummer : midnight + 5 * hour
  }

  /// The first midnight there after a moment; both are in seconds since 1970 in UTC.
  package static func nextMidnight(after moment: Int) -> Int {
    start(of: date(at: moment).advanced(byDays: 1))
  }

  private static func isSummer(at moment: Int) -> Bool {
    let year = date(ofLocal: moment - 5 * hour).year
    let begins = sunday(2, ofMonth: 3, in: year) * day + (2 + 5) * hour
    let ends = sunday(1, ofMonth: 11, in: year) * day + (2 + 4) * hour
    return (begins..<ends).contains(moment)
  }

  /// The days from 1 January 1970 to a Sunday of a month.
  private static func sunday(_ number: Int, ofMonth month: Int, in year: Int) -> Int {
    let first = CivilDate(firstOf: month, year: year)
    return first.daysSinceEpoch + (7 - first.weekday) % 7 + 7 * (number - 1)
  }

  private static func date(ofLocal seconds: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: seconds >= 0 ? seconds / day : (seconds - day + 1) / day)
  }
}
