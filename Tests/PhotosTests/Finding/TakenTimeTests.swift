import Base
import Imaging
import Photos
import TestSupport
import Testing

@Suite("Capture times")
struct TakenTimeTests {
  private static let date = CaptureDate(
    year: 2020, month: 4, day: 17, hour: 10, minute: 4, second: 34, millisecond: 505,
    utcOffset: -360)

  @Test(
    arguments: [
      ("IMG_20240131_235958.jpg", "2024-01-31 23:59"),
      ("IMG-20240131-WA0001.jpg", "2024-01-31"),
      ("PXL_20240131_225958123.jpg", "2024-01-31 22:59"),
      ("20240131235958.jpg", "2024-01-31 23:59"),
      ("Screenshot 2024-01-31 at 23.59.58.png", "2024-01-31 23:59"),
      ("Screenshot_2024-01-31-23-59-58.png", "2024-01-31 23:59"),
      ("2024-01-31 23_59_58.jpg", "2024-01-31 23:59"), ("2024_01_31.jpg", "2024-01-31"),
      ("IMG_20240131_246060.jpg", "2024-01-31"), ("IMG_20240131_7.jpg", "2024-01-31"),
    ])
  func `the day is read from file names, and from some the time`(name: String, text: String) {
    #expect(CaptureDate(name: Array(name.utf8))?.description == text)
  }

  @Test(arguments: ["IMG_1234.jpg", "DSC00001.jpg", "20241331.jpg", "a", "", "123456789.jpg"])
  func `other file names have no date`(name: String) {
    #expect(CaptureDate(name: Array(name.utf8)) == nil)
  }

  @Test func `the photo's date precedes the name's, and the name's precedes the file's`() throws {
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 7_000_000)
    let name = ByteString("IMG_20240131_235958.jpg")
    let all = try #require(TakenTime(Self.date, name: name, modified: time))
    #expect(all.source == .photo && all.wallMilliseconds == 1_587_117_874_505)
    #expect(all.day == Day(2020, 4, 17))
    let named = try #require(TakenTime(nil, name: name, modified: time))
    #expect(named.source == .name && named.wallMilliseconds == 1_706_745_598_000)
    let filed = try #require(TakenTime(nil, name: ByteString("a"), modified: time))
    #expect(filed.source == .file && filed.wallMilliseconds % 1000 == 7)
    // No time zone is farther from UTC.
    #expect(abs(filed.wallMilliseconds - 1_700_000_000_007) <= 14 * 3_600_000)
    #expect(TakenTime(nil, name: ByteString("a"), modified: nil) == nil)
    #expect(
      TakenTime(nil, name: ByteString("a"), modified: FileTime(seconds: .max)) == nil)
  }

  @Test func `facts are stored unchanged, in at most 64 bytes`() {
    #expect(MemoryLayout<PhotoFacts>.stride <= 64)
    var facts = PhotoFacts()
    #expect(facts.byteCount == nil && facts.modified == nil && facts.taken == nil)
    #expect(facts.size == nil && facts.iso == nil && facts.aperture == nil && facts.rating == nil)
    facts.byteCount = 0
    facts.modified = FileTime(seconds: -1, nanoseconds: 999_999_999)
    facts.taken = TakenTime(wallMilliseconds: -7, source: .name)
    facts.size = PixelSize(width: 3, height: 4)
    (facts.iso, facts.aperture, facts.focalLength, facts.rating) = (0, 2.8, 4.25, -1)
    #expect(facts.byteCount == 0 && facts.modified?.nanoseconds == 999_999_999)
    #expect(facts.taken == TakenTime(wallMilliseconds: -7, source: .name))
    #expect(facts.size == PixelSize(width: 3, height: 4) && facts.iso == nil)
    #expect(facts.aperture == 2.8 && facts.focalLength == 4.25 && facts.rating == -1)
  }
}
