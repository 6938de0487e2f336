import Base
import Testing

struct CivilDateTests {
  @Test(arguments: [
    ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2),
    ("2000-03-01", 11_017, 3),
    ("2024-02-29", 19_782, 4), ("1900-03-01", -25_508, 4), ("0001-01-01", -719_162, 1),
    ("9999-12-31", 2_932_896, 5),
  ])
  func `a date and its number of days since 1970 convert into each other`(
    text: String, number: Int, weekday: Int
  ) throws {
    let date = try #require(CivilDate(text))
    #expect(date.daysSinceEpoch == number)
    #expect(date.weekday == weekday)
    #expect(CivilDate(daysSinceEpoch: number) == date)
    #expect(date.description == text)
  }

  @Test(arguments: [
    "", "2024-2-29", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-01-00",
    "2024-04-31", "2024-01-32", "0000-01-01", "20240229", "2024-02-29 ", "2024/02/29", "-024-02-29",
    "+024-02-29", "２０２４-02-29",
  ])
  func `invalid dates are rejected`(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test(arguments: [
    (-719_163, 0, 12, 31), (-719_468, 0, 3, 1), (-719_469, 0, 2, 29), (-719_528, 0, 1, 1),
    (-719_529, -1, 12, 31), (-865_566, -400, 2, 29), (-865_625, -400, 1, 1),
  ])
  func `years before the year 1 are numbered 0, -1 and so on`(
    number: Int, year: Int, month: Int, day: Int
  ) {
    let date = CivilDate(daysSinceEpoch: number)
    #expect((date.year, date.month, date.day) == (year, month, day))
    #expect(date.daysSinceEpoch == number)
  }

  @Test func `consecutive numbers are consecutive days from 1600 to 2400`() throws {
    let first = try #require(CivilDate("1600-01-01")).daysSinceEpoch
    let last = try #require(CivilDate("2400-12-31")).daysSinceEpoch
    #expect(last - first == 2 * 146_097 + 365)
    var before = CivilDate(daysSinceEpoch: first - 1)
    for number in first...last {
      let date = CivilDate(daysSinceEpoch: number)
      let isNext =
        date.year == before.year && date.month == before.month && date.day == before.day + 1
        || date.day == 1 && before.day >= 28
          && (date.month == before.month + 1 && date.year == before.year
            || date.month == 1 && before.month == 12 && date.year == before.year + 1)
      if !isNext || date.daysSinceEpoch != number || before >= date {
        Issue.record("\(before), \(date), \(number)")
        return
      }
      before = date
    }
  }
}
