import Imaging
import Testing

@Suite("A canvas")
struct CanvasTests {
  private let mark = Glyph("x")

  @Test func `a canvas with a negative side has no cells`() {
    let canvas = Canvas(size: CellSize(columns: -2, rows: 3))
    #expect(canvas.glyphs.isEmpty)
    #expect(canvas.size == CellSize(columns: 0, rows: 3))
  }

  @Test func `filling a rectangle is clipped to the canvas`() {
    var canvas = Canvas(size: CellSize(columns: 4, rows: 3))
    canvas.fill(Rect(column: 2, row: -5, columns: 9, rows: 7), with: mark)
    #expect(canvas.description == "  xx\n  xx\n")
  }

  @Test(arguments: [
    (CellSize(columns: 2, rows: 2), "ab\ncd"), (CellSize(columns: 4, rows: 2), "aabb\nccdd"),
    (CellSize(columns: 5, rows: 3), "aaabb\naaabb\ncccdd"), (CellSize(columns: 1, rows: 1), "a"),
    (CellSize(columns: 0, rows: 3), "\n\n"), (CellSize(columns: 3, rows: -1), ""),
  ])
  func `a canvas is enlarged by repeating glyphs and reduced by dropping some`(
    size: CellSize, expected: String
  ) {
    var canvas = Canvas(size: CellSize(columns: 2, rows: 2))
    for (place, letter) in zip(0..., "abcd".unicodeScalars) {
      canvas[place % 2, place / 2] = Glyph(letter)
    }
    #expect(canvas.stretched(to: size).description == expected)
    #expect(Canvas(size: CellSize(columns: 0, rows: 0)).stretched(to: size).size.area == size.area)
  }

  @Test(arguments: [
    (CellPoint(column: 1, row: 1), "\n xx\n xx"), (CellPoint(column: -1, row: -1), "x\n\n"),
    (CellPoint(column: 3, row: 2), "\n\n   x"), (CellPoint(column: 4, row: 0), "\n\n"),
    (CellPoint(column: 0, row: -2), "\n\n"), (CellPoint(column: 9, row: 0), "\n\n"),
    (CellPoint(column: -7, row: 1), "\n\n"), (CellPoint(column: 9, row: 9), "\n\n"),
  ])
  func `a drawn canvas is clipped to the target`(origin: CellPoint, expected: String) {
    var canvas = Canvas(size: CellSize(columns: 4, rows: 3))
    canvas.draw(Canvas(size: CellSize(columns: 2, rows: 2), filledWith: mark), at: origin)
    #expect(canvas.description == expected)
  }

  @Test func `a canvas that starts left of the target shows its right part`() {
    var picture = Canvas(size: CellSize(columns: 3, rows: 1))
    for (column, scalar) in "abc".unicodeScalars.enumerated() {
      picture[column, 0] = Glyph(scalar)
    }
    var canvas = Canvas(size: CellSize(columns: 2, rows: 1))
    canvas.draw(picture, at: CellPoint(column: -1, row: 0))
    #expect(canvas.description == "bc")
  }

  @Test func `restyling a part preserves its characters`() {
    var canvas = Canvas(size: CellSize(columns: 3, rows: 1), filledWith: mark)
    canvas.restyle(Rect(column: 1, row: 0, columns: 5, rows: 5)) { $0.style.insert(.bold) }
    #expect(canvas.row(0).map(\.style) == [[], .bold, .bold])
    #expect(canvas.description == "xxx")
  }

  @Test func `wide characters and combining marks appear once in the description`() {
    var canvas = Canvas(size: CellSize(columns: 4, rows: 1))
    canvas[0, 0] = Glyph("界")
    canvas[1, 0] = .continuation(of: canvas[0, 0])
    canvas[2, 0] = Glyph("e", marks: [0x301, 0, 0, 0])
    #expect(canvas.description == "界e\u{301}")
  }

  @Test(
    arguments: [
      ([], nil), ([Glyph("x")], nil),
      (
        [
          Glyph(" ", background: .rgb(RGB(10, 20, 30))),
          Glyph("▀", foreground: .rgb(RGB(40, 20, 0)), background: .rgb(RGB(10, 20, 30))),
        ], .rgb(RGB(20, 20, 20))
      ),
      (
        [
          Glyph(" ", background: .palette(7)), Glyph("▀", foreground: .palette(9)),
          Glyph("▀", foreground: .palette(20), background: .palette(9)),
        ], .palette(9)
      ),
    ] as [([Glyph], Color?)])
  func `the mean colour of a canvas is that of its glyphs`(glyphs: [Glyph], color: Color?) {
    var canvas = Canvas(size: CellSize(columns: glyphs.count, rows: 1))
    for (column, glyph) in glyphs.enumerated() { canvas[column, 0] = glyph }
    #expect(canvas.meanColor == color)
  }
}
