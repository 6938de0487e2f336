import Base
import Testing

@Suite("Times of files") struct FileTimeTests {
  @Test(arguments: [
    (FileTime(seconds: 5, nanoseconds: 0), FileTime(seconds: 7, nanoseconds: 0), 2),
    (FileTime(seconds: 5, nanoseconds: 1), FileTime(seconds: 7, nanoseconds: 0), 1),
    (FileTime(seconds: 7, nanoseconds: 0), FileTime(seconds: 5, nanoseconds: 1), -2),
    (
      FileTime(seconds: -2_170_000_000, nanoseconds: 0), FileTime(seconds: 0, nanoseconds: 0),
      2_170_000_000
    ),
    (FileTime(seconds: .min, nanoseconds: 0), FileTime(seconds: 1, nanoseconds: 0), .max),
    (FileTime(seconds: .max, nanoseconds: 0), FileTime(seconds: -2, nanoseconds: 0), .min),
    (FileTime(seconds: .max, nanoseconds: 1), FileTime(seconds: -1, nanoseconds: 0), .min),
  ])
  func `whole seconds between two times are counted without overflow`(
    first: FileTime, second: FileTime, seconds: Int
  ) {
    #expect(first.wholeSeconds(before: second) == seconds)
  }

  @Test func `times are ordered to the nanosecond`() {
    let time = FileTime(seconds: 3, nanoseconds: 7)
    #expect(time < FileTime(seconds: 3, nanoseconds: 8))
    #expect(time < FileTime(seconds: 4, nanoseconds: 0))
    #expect(!(time < time))
  }
}
