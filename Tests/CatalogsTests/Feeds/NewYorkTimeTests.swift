import Base
import Catalogs
import Foundation
import Testing

struct NewYorkTimeTests {
  /// Moments in UTC, what New York's clocks show, and its next midnight in UTC.
  @Test(arguments: [
    // The hour from two to three that is left out on 10 March 2024.
    ("2024-03-10 04:59:59", "2024-03-09", 5, "2024-03-10 05:00:00"),
    ("2024-03-10 05:00:00", "2024-03-10", 5, "2024-03-11 04:00:00"),
    ("2024-03-10 06:59:59", "2024-03-10", 5, "2024-03-11 04:00:00"),
    ("2024-03-10 07:00:00", "2024-03-10", 4, "2024-03-11 04:00:00"),
    ("2024-03-11 03:59:59", "2024-03-10", 4, "2024-03-11 04:00:00"),
    ("2024-03-11 04:00:00", "2024-03-11", 4, "2024-03-12 04:00:00"),
    // The hour from one to two that occurs twice on 3 November 2024.
    ("2024-11-03 03:59:59", "2024-11-02", 4, "2024-11-03 04:00:00"),
    ("2024-11-03 04:00:00", "2024-11-03", 4, "2024-11-04 05:00:00"),
    ("2024-11-03 05:30:00", "2024-11-03", 4, "2024-11-04 05:00:00"),
    ("2024-11-03 05:59:59", "2024-11-03", 4, "2024-11-04 05:00:00"),
    ("2024-11-03 06:00:00", "2024-11-03", 5, "2024-11-04 05:00:00"),
    ("2024-11-03 06:30:00", "2024-11-03", 5, "2024-11-04 05:00:00"),
    ("2024-11-04 04:59:59", "2024-11-03", 5, "2024-11-04 05:00:00"),
    ("2024-11-04 05:00:00", "2024-11-04", 5, "2024-11-05 05:00:00"),
    // Years and leap days.
    ("2025-01-01 04:59:59", "2024-12-31", 5, "2025-01-01 05:00:00"),
    ("2025-01-01 05:00:00", "2025-01-01", 5, "2025-01-02 05:00:00"),
    ("2024-02-29 12:00:00", "2024-02-29", 5, "2024-03-01 05:00:00"),
    ("2023-02-28 12:00:00", "2023-02-28", 5, "2023-03-01 05:00:00"),
    // The earliest and the latest Sundays.
    ("2026-03-08 07:00:00", "2026-03-08", 4, "2026-03-09 04:00:00"),
    ("2026-11-01 06:00:00", "2026-11-01", 5, "2026-11-02 05:00:00"),
    ("2027-03-14 06:59:59", "2027-03-14", 5, "2027-03-15 04:00:00"),
    ("2027-11-07 05:59:59", "2027-11-07", 4, "2027-11-08 05:00:00"),
    ("1970-01-01 00:00:00", "1969-12-31", 5, "1970-01-01 05:00:00"),
    ("1969-12-31 04:59:59", "1969-12-30", 5, "1969-12-31 05:00:00"),
  ])
  func `date, UTC offset and next midnight follow New York's clocks`(
    utc: String, date: String, hours: Int, midnight: String
  ) {
    let moment = seconds(utc)
    #expect(NewYorkTime.date(at: moment).description == date)
    #expect(NewYorkTime.secondsBehindUTC(at: moment) == hours * 3_600)
    #expect(NewYorkTime.nextMidnight(after: moment) == seconds(midnight))
  }

  /// The system's zone data, where they are installed, agree for thirty years.
  @Test(.enabled(if: TimeZone(identifier: "America/New_York") != nil))
  func `UTC offsets match the system's zone data`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let range = seconds("2007-03-01 00:00:00")..<seconds("2037-01-01 00:00:00")
    var wrong: [Int] = []
    for moment in stride(from: range.lowerBound, to: range.upperBound, by: 3_600) {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
      if -NewYorkTime.secondsBehindUTC(at: moment) != expected { wrong.append(moment) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `each midnight begins the next day and follows within twenty-five hours`() {
    for moment in stride(from: 1_700_000_000, to: 1_800_000_000, by: 3_571) {
      let midnight = NewYorkTime.nextMidnight(after: moment)
      let today = NewYorkTime.date(at: moment)
      #expect((1...90_000).contains(midnight - moment))
      #expect(NewYorkTime.date(at: midnight - 1) == today)
      #expect(NewYorkTime.date(at: midnight) == today.advanced(byDays: 1))
    }
  }

  /// A moment written as `2024-03-10 07:00:00`, in seconds since 1970.
  private func seconds(_ text: String) -> Int {
    let day = CivilDate(String(text.prefix(10)))?.daysSinceEpoch ?? .min
    let clock = text.suffix(8).split(separator: ":").compactMap { Int($0) }
    return day * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
  }
}
