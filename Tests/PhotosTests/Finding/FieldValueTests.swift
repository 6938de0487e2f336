import Photos
import TestSupport
import Testing

@Suite("Values of fields")
struct FieldValueTests {
  @Test(
    arguments: [
      ("200", [199.5, 200, 200.4], [199.4, 200.5]), ("2.8", [2.75, 2.8], [2.74, 2.85]),
      ("200-400", [200, 400], [199.9, 400.1]), (">=3", [3, 5], [2.9]), (">3", [3.1], [3]),
      ("200..400", [200, 400], [199.9, 400.1]), ("5..", [5, 900], [4]),
      ("<2.8", [1.4], [2.8]), ("<=2.8", [2.8], [2.9]), ("-5", [0, 5], [6]), ("5-", [5, 900], [4]),
    ] as [(Substring, [Double], [Double])])
  func `numbers are parsed as ranges`(text: Substring, inside: [Double], outside: [Double]) throws {
    let range = try #require(NumberRange(parsing: text))
    #expect(inside.allSatisfy(range.contains))
    #expect(!outside.contains(where: range.contains))
  }

  @Test(arguments: [
    "", "-", "x", "1x", ">", ">>1", "=1", "4-2", "1-2-3", ".5", "1...2", "1e9", "９", "-1-2", "> 1",
    "1234567890123456",
  ])
  func `an invalid number is refused`(text: Substring) {
    #expect(NumberRange(parsing: text) == nil)
  }

  @Test(
    arguments: [
      ("2024", "2024-01-01", "2024-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
      ("2024-05-17", "2024-05-17", "2024-05-17"), ("2023-05..2024", "2023-05-01", "2024-12-31"),
    ] as [(Substring, String, String)])
  func `dates are parsed as ranges of days`(text: Substring, first: String, last: String) throws {
    let range = try #require(DayRange(parsing: text))
    for day in [first, last] {
      #expect(range.contains(try #require(Day(name: Array(day.utf8)))))
    }
    #expect(!range.contains(Day(2022, 12, 31)))
    #expect(!range.contains(Day(2025, 1, 1)))
  }

  @Test(arguments: [
    "", "24", "2024-", "2024-13", "2024-0", "2024-01-32", "2024-01-01-01", "..", "2024..x", "a",
    "0000", "2024-1x", ">", "２０２４",
  ])
  func `an invalid date is refused`(text: Substring) {
    #expect(DayRange(parsing: text) == nil)
  }

  @Test(
    arguments: [
      ("IMG_20240131_120000.jpg", Day(2024, 1, 31)),
      ("PXL_20240131123456789.jpg", Day(2024, 1, 31)),
      ("Screenshot 2024-01-31 at 12.jpg", Day(2024, 1, 31)), ("2024_01_31.jpg", Day(2024, 1, 31)),
      ("signal-2024-02-29-1.jpg", Day(2024, 2, 29)), ("2023-02-29.jpg", nil), ("DSC_0001.jpg", nil),
      ("20241331.jpg", nil), ("19691231.jpg", nil), ("202401311.jpg", nil), ("2024-1-31.jpg", nil),
      ("2024-01-311.jpg", nil), ("2024-01", nil), ("", nil),
      ("12345678-20240131", Day(2024, 1, 31)),
    ] as [(String, Day?)])
  func `a day is read from a file name if it is written as cameras write it`(
    name: String, day: Day?
  ) {
    #expect(Day(name: Array(name.utf8)) == day)
  }
}
