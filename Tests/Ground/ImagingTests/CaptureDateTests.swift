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
  func `a date is shown to the minute`(date: CaptureDate?, text: String) {
    #expect(date?.description == text)
  }

  @Test(arguments: [
    date(0), date(10_000), date(2024, 0), date(2024, 13), date(2024, 5, 0), date(2024, 4, 31),
    date(2023, 2, 29), date(1900, 2, 29), date(2024, 5, 17, 24), date(2024, 5, 17, -1),
    date(2024, 5, 17, 0, 60), date(2024, 5, 17, 0, 0, 61), date(millisecond: 1000),
    date(utcOffset: 841), date(utcOffset: -841),
  ])
  func `what no calendar or clock has is no date`(date: CaptureDate?) {
    #expect(date == nil)
  }
}
