/// Which days of the Astronomy Picture of the Day are wanted.
package enum ApodRange: Hashable, Sendable {
  /// Today and the days before it, so many in all.
  case last(Int)
  /// A day, and all from then to today.
  case since(CivilDate)

  /// The greatest number of days that can be asked for.
  package static let countLimit = 100_000
  /// The day of the first picture.
  package static let firstDate = CivilDate(firstOf: 6, year: 1995).advanced(byDays: 15)

  /// Finds the first and the last day; what is before the first picture begins with the first picture.
  /// - Parameter today: The day in New York.
  /// - Returns: The days, which are never more than there were pictures.
  /// - Throws: `FeedError.badCount` or `.futureDate`.
  package func days(today: CivilDate) throws(FeedError) -> ClosedRange<CivilDate> {
    let start: CivilDate
    switch self {
    case .last(let count):
      guard (1...Self.countLimit).contains(count) else { throw .badCount }
      start = today.advanced(byDays: 1 - count)
    case .since(let date):
      start = date
    }
    let first = max(start, Self.firstDate)
    guard first <= today else { throw .futureDate }
    return first...today
  }
}
