import Base
import Catalogs
import Testing

struct RenditionTests {
  /// Sizes as `400x300`, `400x?` and `?`.
  @Test(
    arguments: [
      (["100x75", "400x300", "2000x1500"], "50x50", "100x75"),
      (["100x75", "400x300", "2000x1500"], "100x100", "100x75"),
      (["100x75", "400x300", "2000x1500"], "101x100", "400x300"),
      (["100x75", "400x300", "2000x1500"], "401x301", "2000x1500"),
      (["100x75", "400x300", "2000x1500"], "9000x9000", "2000x1500"),
      (["2000x1500", "100x75"], "50x50", "100x75"),
      (["200x?", "400x?", "?"], "300x300", "400x?"),
      (["200x?", "400x?", "?"], "500x500", "?"),
      (["?", "?"], "9000x1", "?"),
      (["?x300", "?x100"], "1000x200", "?x300"),
      (["75x75", "?"], "50x50", "75x75"),
      (["75x75", "?"], "80x80", "?"),
      (["?", "3000x2000"], "300x300", "3000x2000"),
      (["100x1000"], "300x300", "100x1000"),
      (["100x1000", "1000x1000"], "300x1001", "1000x1000"),
      ([], "1x1", nil),
    ] as [([String], String, String?)])
  func `the smallest sufficient rendition is chosen`(sizes: [String], box: String, chosen: String?)
    throws
  {
    let entry = WebPhoto(renditions: try sizes.enumerated().map(rendition))
    let wanted = box.split(separator: "x").compactMap { Int($0) }
    let found = entry.rendition(sufficingForWidth: wanted[0], height: wanted[1])
    #expect(found.map { sizes[Int($0.address.path.dropFirst()) ?? -1] } == chosen)
  }

  @Test func `with unknown sizes the first is for cells and the last for the viewer`() throws {
    let entry = WebPhoto(renditions: try ["?", "?"].enumerated().map(rendition))
    #expect(entry.rendition(sufficingForWidth: 9, height: 9)?.address.path == "/0")
    #expect(entry.largestRendition?.address.path == "/1")
  }

  @Test(
    arguments: [
      ("2021-09-06", "2021-09-06"), ("2021-09-06T16:45:00Z", "2021-09-06"),
      ("Mon, 06 Sep 2021 16:45:00 +0000", "2021-09-06"), ("6 September 2021", "2021-09-06"),
      ("2021-13-06", nil), ("31 Feb 2021", nil), ("yesterday", nil), ("6 Sep", nil),
    ] as [(String, String?)])
  func `the day of a date is that of ISO 8601 or RFC 822`(date: String, day: String?) {
    var photo = WebPhoto(renditions: [])
    photo.date = ForeignText(line: date.utf8)
    #expect(photo.day?.description == day)
  }

  @Test func `an address is listed once`() throws {
    let one = try rendition(0, "100x100")
    let same = Rendition(address: one.address)
    #expect(WebPhoto(renditions: [one, same]).renditions == [one])
  }

  @Test(arguments: [0, -1, 1_000_001, Int.max, Int.min])
  func `a size that no image has is unknown`(side: Int) throws {
    let one = Rendition(address: try WebURL("http://x".utf8), width: side, height: side)
    #expect(one.width == nil && one.height == nil)
  }

  private func rendition(_ index: Int, _ size: String) throws -> Rendition {
    let sides = size.split(separator: "x").map { Int($0) }
    return Rendition(
      address: try WebURL("http://host/\(index)".utf8), width: sides.first ?? nil,
      height: sides.count > 1 ? sides[1] : nil)
  }
}
