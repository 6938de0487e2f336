/// Until when an answer about the Astronomy Picture of the Day counts.
package enum ApodExpiry {
  /// When a list expires that was asked for at a moment; both are in seconds since 1970 in UTC.
  package static func ofList(askedAt moment: Int) -> Int {
    NewYorkTime.nextMidnight(after: moment)
  }

  /// When the picture of a day expires, in seconds since 1970 in UTC.
  /// - Parameters:
  ///   - date: The day of the picture.
  ///   - moment: When it was asked for, in seconds since 1970 in UTC.
  /// - Returns: Nil for never: the pictures of past days do not change any more.
  package static func ofPicture(on date: CivilDate, askedAt moment: Int) -> Int? {
    date < NewYorkTime.date(at: moment) ? nil : NewYorkTime.nextMidnight(after: moment)
  }
}
