import Imaging
import Testing

@Suite("Dates of photos") struct CaptureDateTests {
  private static func date(
    _ year: Int = 2024, _ month: Int = 5, _ day: Int = 17, _ hour: Int = 14, _ minute: Int = 3,
    _ second: Int = 59, millisecond: Int = 0, utcOffset: Int? = nil
  ) -> CaptureDate? {
    CaptureDate(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      millisecond: millisecond, utcOffset: utcOffset)
  }

  @Test(arguments: [
    (date(), "2024-05-17 14:03"), (date(2000, 2, 29, 0, 0, 60), "2000-02-29 00:00"),
    (date(1, 1, 1, 23, 59, 0), "0001-01-01 23:59"),
  ])
  func `a date is displayed to the minute`(date: CaptureDate?, text: String) {
    #expect(date?.description == text)
  }

  @Test(arguments: [
    date(0), date(10_000), date(2024, 0), date(2024, 13), date(2024, 5, 0), date(2024, 4, 31),
    date(2023, 2, 29), date(1900, 2, 29), date(2024, 5, 17, 24), date(2024, 5, 17, -1),
    date(2024, 5, 17, 0, 60), date(2024, 5, 17, 0, 0, 61), date(millisecond: 1000),
    date(utcOffset: 841), date(utcOffset: -841),
  ])
  func `impossible dates, times and offsets are rejected`(date: CaptureDate?) {
    #expect(date == nil)
  }

  @Test(
    arguments: [
      (date(1970, 1, 1, 0, 0, 0), 0), (date(1969, 12, 31, 23, 59, 59, millisecond: 999), -1),
      (date(2024, 2, 29, 12, 34, 56, millisecond: 7), 1_709_210_096_007),
      (date(2000, 3, 1, 0, 0, 0), 951_868_800_000), (date(1, 1, 1, 0, 0, 0), -62_135_596_800_000),
      (date(9999, 12, 31, 23, 59, 59), 253_402_300_799_000),
    ] as [(CaptureDate?, Int64)])
  func `a date and its milliseconds convert into each other`(
    date: CaptureDate?, milliseconds: Int64
  ) {
    #expect(date?.wallMilliseconds == milliseconds)
    #expect(CaptureDate(wallMilliseconds: milliseconds) == date)
  }

  @Test(arguments: [Int64.min, .max, -62_135_596_800_001, 253_402_300_800_000])
  func `milliseconds outside the years 1 to 9999 are rejected`(milliseconds: Int64) {
    #expect(CaptureDate(wallMilliseconds: milliseconds) == nil)
  }

  @Test func `offsets from UTC of more than 14 hours are rejected`() {
    #expect(CaptureDate(wallMilliseconds: 0, utcOffset: -570)?.utcOffset == -570)
    #expect(CaptureDate(wallMilliseconds: 0, utcOffset: 900) == nil)
  }
}
