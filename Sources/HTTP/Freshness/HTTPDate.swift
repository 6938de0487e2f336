import Base

/// Dates of HTTP (RFC 9110 section 5.6.7), including the two obsolete forms.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Parses a date to seconds since 1970 UTC; nil if invalid.
  ///
  /// The forms are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov
  /// 6 08:49:37 1994`. `now`, in seconds since 1970, is for two-digit years: none is more than 50
  /// years ahead.
  package static func seconds(_ text: String, now: Int) -> Int? {
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard words.count >= 5 else { return nil }
    if words.count == 6, words[5] == "gmt" {
      return seconds(year: year(words[3], now: now), month: words[2], day: words[1], time: words[4])
    }
    guard words.count == 5 else { return nil }
    return seconds(year: number(words[4], 4), month: words[1], day: words[2], time: words[3])
  }

  private static func seconds(year: Int?, month: String, day: String, time: String) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
      .map { number(String($0), 2) }
    guard let year, let month = months.firstIndex(of: month), let day = Int(day),
      let date = CivilDate(year: year, month: month + 1, day: day), clock.count == 3,
      let hour = clock[0], hour < 24, let minute = clock[1], minute < 60,
      let second = clock[2], second <= 60
    else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: String, _ digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
  }

  private static func year(_ text: String, now: Int) -> Int? {
    guard let short = number(text, 2) else { return number(text, 4) }
    let present = 1970 + now / 31_556_952
    let year = present - present % 100 + short
    return year > present + 50 ? year - 100 : year
  }
}
