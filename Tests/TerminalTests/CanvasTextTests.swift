import Imaging
import Terminal
import Testing

@Suite("Text on a canvas")
struct CanvasTextTests {
  @Test func `a wide character takes two character cells`() {
    var canvas = Canvas(size: CellSize(columns: 6, rows: 1))
    let used = canvas.draw(
      DisplayText("a写b"), at: CellPoint(column: 1, row: 0), columns: 5)
    #expect(used == 4)
    #expect(canvas[2, 0].scalar == "写")
    #expect(canvas[3, 0].isContinuation)
    #expect(canvas.description == " a写b")
  }

  @Test func `a wide character that would be cut in half is not drawn`() {
    var canvas = Canvas(size: CellSize(columns: 2, rows: 1))
    canvas.draw(DisplayText("a写"), at: CellPoint(column: 0, row: 0), columns: 10)
    #expect(canvas.description == "a")
  }

  @Test func `text outside the canvas is not drawn`() {
    var canvas = Canvas(size: CellSize(columns: 3, rows: 1))
    canvas.draw(DisplayText("abc"), at: CellPoint(column: -1, row: 0), columns: 3)
    canvas.draw(DisplayText("abc"), at: CellPoint(column: 0, row: 7), columns: 3)
    #expect(canvas.description == "bc")
  }

  @Test func `centred text is drawn in the middle of its area`() {
    var canvas = Canvas(size: CellSize(columns: 9, rows: 2))
    canvas.drawCentred(DisplayText("abc"), row: 1, in: canvas.bounds)
    #expect(canvas.description == "\n   abc")
  }

  @Test func `in ASCII each character is replaced within its own cells`() {
    var canvas = Canvas(size: CellSize(columns: 9, rows: 1))
    canvas.draw(DisplayText("a…│·é写e\u{301}"), at: CellPoint(column: 0, row: 0), columns: 9)
    #expect(canvas.inASCII.description == "a~|.???e")
  }
}
