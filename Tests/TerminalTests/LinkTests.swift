import Imaging
import Terminal
import Testing

@Suite("Links")
struct LinkTests {
  @Test(arguments: ["geo:48.198634,-16.371648", "geo:0,0", "geo:48.2,16.4,-183.5"])
  func `a geo: address is accepted`(text: String) {
    #expect(LinkAddress(text)?.text == text)
  }

  @Test(arguments: [
    "", "geo:", "48.2,16.4", "http://host/", "GEO:1,2", "geo:1,2;u=3", "geo:1,2\u{1b}\\",
    "geo:1,2\u{7}",
    "geo:1 2", "geo:1,2\u{9c}", "geo:1,२", "file:///etc/passwd", "geo:1e5,2",
    "geo:" + String(repeating: "1", count: 61),
  ])
  func `anything but a geo: address of plain numbers is refused`(text: String) {
    #expect(LinkAddress(text) == nil)
  }

  /// A frame with a link of the columns 2 to 8 in row 1.
  private func linked(_ address: LinkAddress) -> Frame {
    var frame = Frame(size: CellSize(columns: 20, rows: 4))
    frame.add(Link(address, row: 1, columns: 2..<8))
    return frame
  }

  @Test(
    arguments: [
      (Rect(column: 4, row: 0, columns: 2, rows: 3), [2..<4, 6..<8]),
      (Rect(column: 0, row: 1, columns: 4, rows: 1), [4..<8]),
      (Rect(column: 7, row: 1, columns: 9, rows: 1), [2..<7]),
      (Rect(column: 0, row: 0, columns: 20, rows: 4), []),
      (Rect(column: 0, row: 2, columns: 20, rows: 2), [2..<8]),
      (Rect(column: 8, row: 1, columns: 2, rows: 1), [2..<8]),
    ] as [(Rect, [Range<Int>])])
  func `a canvas over a link removes the covered columns from the link`(
    place: Rect, left: [Range<Int>]
  ) throws {
    let address = try #require(LinkAddress("geo:1,2"))
    var frame = linked(address)
    frame.cover(with: Canvas(size: place.size), at: place.origin)
    #expect(frame.links == left.map { Link(address, row: 1, columns: $0) })
  }

  @Test func `a later link replaces the overlapped part of an earlier one`() throws {
    let address = try #require(LinkAddress("geo:1,2"))
    let other = try #require(LinkAddress("geo:3,4"))
    var frame = linked(address)
    frame.add(Link(other, row: 1, columns: 5..<9))
    #expect(
      frame.links == [
        Link(address, row: 1, columns: 2..<5), Link(other, row: 1, columns: 5..<9),
      ])
  }
}
