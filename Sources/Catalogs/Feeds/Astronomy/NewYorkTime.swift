package import Base

/// Time in New York, where NASA's days begin.
///
/// Implements the rule in force since 2007 (15 U.S.C. 260a): one hour forward on the second Sunday
/// of March, and back on the first Sunday of November, both at 2:00. It is built in because
/// zoneinfo files may be missing or broken; if the law changes, a list expires at most one hour
/// off. Earlier years use the same rule.
package enum NewYorkTime {
  private static let day = 86_400
  private static let hour = 3_600

  /// Both in seconds; `moment` is since 1970 UTC.
  package static func secondsBehindUTC(at moment: Int) -> Int {
    isSummer(at: moment) ? 4 * hour : 5 * hour
  }

  /// The date at a moment in seconds since 1970 UTC.
  package static func date(at moment: Int) -> CivilDate {
    date(ofLocal: moment - secondsBehindUTC(at: moment))
  }

  /// The start of a day in seconds since 1970 UTC.
  ///
  /// It always exists, since clocks do not change at midnight.
  package static func start(of date: CivilDate) -> Int {
    let midnight = date.daysSinceEpoch * day
    let inSummer = midnight + 4 * hour
    return isSummer(at: inSummer) ? inSummer : midnight + 5 * hour
  }

  /// Both in seconds since 1970 UTC.
  package static func nextMidnight(after moment: Int) -> Int {
    start(of: date(at: moment).advanced(byDays: 1))
  }

  private static func isSummer(at moment: Int) -> Bool {
    let year = date(ofLocal: moment - 5 * hour).year
    let begins = sunday(2, ofMonth: 3, in: year) * day + (2 + 5) * hour
    let ends = sunday(1, ofMonth: 11, in: year) * day + (2 + 4) * hour
    return (begins..<ends).contains(moment)
  }

  /// The n-th Sunday of a month, in days since 1 January 1970.
  private static func sunday(_ number: Int, ofMonth month: Int, in year: Int) -> Int {
    let first = CivilDate(firstOf: month, year: year)
    return first.daysSinceEpoch + (7 - first.weekday) % 7 + 7 * (number - 1)
  }

  private static func date(ofLocal seconds: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: seconds.quotientAndRemainder(flooringBy: day).quotient)
  }
}
