import Imaging
import Testing

@Suite("Rectangles of character cells")
struct RectTests {
  private let rect = Rect(column: 2, row: 3, columns: 4, rows: 5)

  @Test(arguments: [
    (Rect(column: 0, row: 0, columns: 3, rows: 4), Rect(column: 2, row: 3, columns: 1, rows: 1)),
    (Rect(column: 3, row: 4, columns: 1, rows: 1), Rect(column: 3, row: 4, columns: 1, rows: 1)),
    (
      Rect(column: -9, row: -9, columns: 99, rows: 99), Rect(column: 2, row: 3, columns: 4, rows: 5)
    ),
  ])
  func `the intersection of rectangles is what both contain`(other: Rect, shared: Rect) {
    #expect(rect.intersection(other) == shared)
    #expect(other.intersection(rect) == shared)
  }

  @Test(arguments: [
    Rect(column: 6, row: 3, columns: 4, rows: 5), Rect(column: 0, row: 0, columns: 2, rows: 9),
    Rect(column: 3, row: 4, columns: -2, rows: 1),
  ])
  func `the intersection with an adjacent or empty rectangle is empty`(other: Rect) {
    #expect(rect.intersection(other).size.area == 0)
  }

  @Test func `a rectangle contains its first and last cell but none after`() {
    #expect(rect.contains(CellPoint(column: 2, row: 3)))
    #expect(rect.contains(CellPoint(column: 5, row: 7)))
    #expect(!rect.contains(CellPoint(column: 6, row: 7)))
    #expect(!rect.contains(CellPoint(column: 5, row: 8)))
  }

  @Test func `a centred size leaves the odd cell on the right and below`() {
    #expect(
      rect.centred(CellSize(columns: 1, rows: 2)) == Rect(column: 3, row: 4, columns: 1, rows: 2))
    #expect(rect.centred(rect.size) == rect)
  }
}
