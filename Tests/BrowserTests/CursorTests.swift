import Browser
import Imaging
import Terminal
import Testing

/// The position of the terminal's own cursor, which braille displays and screen readers follow.
@MainActor
@Suite("The terminal's cursor")
struct CursorTests {
  private let names = ["apple.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg"]

  /// The text from the cursor on.
  private func atCursor(_ stage: BrowserStage, count: Int) -> String {
    let frame = stage.browser.frame()
    guard let cursor = frame.cursor, frame.canvas.bounds.contains(cursor) else { return "nowhere" }
    let columns = cursor.column..<min(frame.size.columns, cursor.column + count)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: columns.map { frame.canvas[$0, cursor.row].scalar })
    return String(text)
  }

  @Test(
    arguments: [
      ("", "apple.jpg"), ("l", "b.jpg"), ("G", "g.jpg"), ("<Enter>", "1/7  apple.jpg"),
      ("?", "Moving"), ("<Enter>q", "apple.jpg"),
    ] as [(KeyScript, String)])
  func `the cursor is at the selected name, or at the start of the viewer or help text`(
    keys: KeyScript, text: String
  ) async {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    await stage.settle()
    stage.type(keys)
    #expect(atCursor(stage, count: text.count) == text)
  }

  @Test func `in a line the cursor is where text is inserted`() {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    stage.type("fap")
    #expect(stage.browser.frame().cursor == CellPoint(column: 11, row: 22))
    #expect(atCursor(stage, count: 1) == " ")
    stage.type("<Left>")
    #expect(atCursor(stage, count: 1) == "p")
    stage.type("<Esc>:qu")
    #expect(stage.browser.frame().cursor == CellPoint(column: 5, row: 22))
  }

  @Test func `without photos the cursor is at the reason`() {
    let stage = BrowserStage(names, columns: 80, rows: 24)
    stage.type("fzz<Enter>")
    #expect(atCursor(stage, count: 15) == "No photo matche")
  }

  @Test func `a panel that covers the cursor hides it`() {
    var frame = Frame(size: CellSize(columns: 10, rows: 4))
    frame.cursor = CellPoint(column: 3, row: 2)
    frame.cover(with: Canvas(size: CellSize(columns: 2, rows: 1)), at: CellPoint(column: 0, row: 0))
    #expect(frame.cursor != nil)
    frame.cover(with: Canvas(size: CellSize(columns: 4, rows: 1)), at: CellPoint(column: 0, row: 2))
    #expect(frame.cursor == nil)
  }
}
