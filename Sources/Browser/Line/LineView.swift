import Imaging
import Photos
import Terminal

struct LineView {
  let label: String
  let editor: LineEditor
  let problem: FilterProblem?
  let hints: [String]
  let styles: Styles

  private struct Letter {
    let text: DisplayText
    let index: Int
  }

  /// Draws over the last row of `area` and places the terminal's cursor.
  func lay(over frame: inout Frame, _ area: Rect) {
    var panel = Canvas(size: CellSize(columns: area.size.columns, rows: 1))
    let cursor = draw(into: &panel)
    let row = area.rows.upperBound - 1
    frame.lay(panel, at: CellPoint(column: 0, row: row))
    frame.cursor = CellPoint(column: cursor, row: row)
  }

  private func draw(into canvas: inout Canvas) -> Int {
    let style = styles[.status]
    let columns = canvas.size.columns
    canvas.fill(canvas.bounds, with: style)
    let start =
      1
      + canvas.draw(
        DisplayText("\(label) "), at: CellPoint(column: 1, row: 0), columns: columns - 2,
        style: styles[.hint])
    let (cursor, end) = drawText(into: &canvas, from: start)
    let words = DisplayText(problem.map { "\($0)" } ?? hints.joined(separator: "  "))
    let room = columns - end - 3
    guard problem != nil || words.width <= room else { return cursor }
    let shown = words.cutAtEnd(to: max(0, room))
    canvas.draw(
      shown, at: CellPoint(column: columns - 1 - shown.width, row: 0), columns: room,
      style: styles[problem == nil ? .hint : .problem])
    return cursor
  }

  private func drawText(into canvas: inout Canvas, from start: Int) -> (cursor: Int, end: Int) {
    let before = letters(editor.before, from: 0)
    let after = letters(editor.after, from: before.count)
    let room = canvas.size.columns - start - 1
    var shown = before[...]
    while !shown.isEmpty, shown.reduce(0, { $0 + $1.text.width }) >= room {
      shown = shown.dropFirst()
    }
    var (column, cursor) = (start, start)
    for letter in shown + after {
      let style = style(at: letter.index)
      if letter.index <= before.count { cursor = column }
      column += canvas.draw(
        letter.text, at: CellPoint(column: column, row: 0), columns: canvas.size.columns - column,
        style: letter.index == before.count ? styles.cursor(over: style) : style)
    }
    guard after.isEmpty else { return (cursor, column) }
    canvas.draw(
      DisplayText(" "), at: CellPoint(column: column, row: 0), columns: 1,
      style: styles.cursor(over: styles[.status]))
    return (column, column + 1)
  }

  private func letters(_ text: String, from first: Int) -> [Letter] {
    zip(text, first...).map { Letter(text: DisplayText(String($0)), index: $1) }
  }

  private func style(at index: Int) -> Glyph {
    styles[problem?.place.contains(index) == true ? .problem : .status]
  }
}
