import Browser
import Imaging
import Terminal

/// The loads of each cell: `03━━━━┄┄┄┄╳03 late`. A line extends from request to response or the
/// present, and is dashed after the load was replaced.
struct RaceTimeline {
  let loads: [RaceLoad]
  let now: Duration
  /// The slowest response in milliseconds; one and a half times as much is visible.
  let slowest: Int
  let columns: Int
  /// Lines per cell; its loads alternate between them.
  let rows: Int
  /// The highlighted cell, from 1.
  let explainedCell: Int?
  let styles: Styles

  /// Columns for the cell's name before a lane, and for the last response's mark after the present.
  private static let (labelColumns, markColumns) = (7, 9)

  private struct Span: Hashable {
    let load: RaceLoad
    let row: Int
    /// In columns of the canvas; may be outside of it.
    let start: Int
    let turn: Int
    /// The column of the response or the present.
    let end: Int

    func covers(_ columns: ClosedRange<Int>) -> Bool {
      columns.overlaps(start...max(end, start + 1))
    }

    /// Whether the load starts or finishes within `columns`.
    func turns(in columns: ClosedRange<Int>) -> Bool {
      columns.contains(start) || load.answered != nil && columns.contains(end)
    }
  }

  var canvas: Canvas {
    let axisRow = Race.cellCount * rows
    var canvas = Canvas(size: CellSize(columns: columns, rows: axisRow + (rows > 1 ? 1 : 0)))
    for cell in 0..<Race.cellCount {
      drawLane(of: loads.filter { $0.cell == cell }, from: cell * rows, into: &canvas)
    }
    // Clears what began before the visible time.
    let labels = Rect(column: 0, row: 0, columns: Self.labelColumns, rows: axisRow)
    canvas.fill(labels, with: .blank)
    for cell in 0..<Race.cellCount {
      canvas.draw(
        DisplayText("cell \(cell + 1)"), column: 0, row: cell * rows,
        columns: Self.labelColumns, style: styles[cell + 1 == explainedCell ? .key : .quiet])
    }
    for tick in rows > 1 ? ticks : [] {
      let (text, column) = ("│\(tick) ms", column(of: .milliseconds(tick)))
      guard column + text.count <= columns else { break }
      canvas.draw(DisplayText(text), column: column, row: axisRow, style: styles[.quiet])
    }
    return canvas
  }

  private func drawLane(of loads: [RaceLoad], from row: Int, into canvas: inout Canvas) {
    let spans = loads.enumerated().map { index, load in
      let end = load.answered ?? now
      return Span(
        load: load, row: row + index % rows, start: column(of: load.begun),
        turn: column(of: load.replaced ?? end), end: column(of: end))
    }
    for span in spans {
      func line(_ glyph: Glyph, _ columns: Range<Int>) {
        let place = Rect(column: columns.lowerBound, row: span.row, columns: columns.count, rows: 1)
        canvas.fill(place, with: glyph)
      }
      line(styles[.text, "━"], span.start..<span.turn)
      line(styles[.quiet, "┄"], span.turn..<span.end)
      guard span.start >= Self.labelColumns else { continue }
      let number = DisplayText("\(span.load.number)")
      canvas.draw(number, column: span.start, row: span.row, style: styles[.text])
    }
    let answered = spans.filter { $0.load.answered != nil && $0.end >= Self.labelColumns }
    for span in answered.sorted(by: { $0.end < $1.end }) {
      let others = spans.filter { $0.row == span.row && $0 != span }
      let isLate = span.load.lateness != nil
      canvas.draw(
        DisplayText(mark(of: span, isLate: isLate, among: others)), column: span.end,
        row: span.row, style: isLate ? styles.late : styles[.bar])
    }
  }

  private func mark(of span: Span, isLate: Bool, among others: [Span]) -> String {
    let number = "\(isLate ? "╳" : "●")\(span.load.number)"
    let text = "\(number) \(isLate ? "late" : "shown")"
    let (next, columns) = (span.end + 1, span.end + text.count)
    if !others.contains(where: { $0.covers(next...columns) }) { return text }
    let isAlone = !others.contains { $0.turns(in: next...span.end + number.count) }
    return isAlone ? number : String(number.prefix(1))
  }

  private var room: Int { max(1, columns - Self.labelColumns - Self.markColumns) }

  var millisecondsPerColumn: Int { max(1, (slowest * 3 / 2 + room - 1) / room) }

  /// The first visible moment, in milliseconds since the start of the story.
  var start: Int { max(0, now.milliseconds / millisecondsPerColumn - room) * millisecondsPerColumn }

  /// Left of the lanes for times before `start`.
  func column(of time: Duration) -> Int {
    let span = time.milliseconds - start
    let column = span >= 0 ? span / millisecondsPerColumn : span / millisecondsPerColumn - 1
    return Self.labelColumns + column
  }

  /// Round times for the axis, in milliseconds.
  var ticks: [Int] {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    let step = steps.first { $0 / millisecondsPerColumn >= 12 } ?? 100_000
    let first = (start + step - 1) / step * step
    let end = start + (columns - Self.labelColumns) * millisecondsPerColumn
    return Array(stride(from: first, to: end, by: step))
  }
}

struct RaceLayout: Hashable {
  let size: CellSize
  /// From left to right; one if there is no space for both.
  let sides: [RaceSideName]
  /// Lines per lane; 0 on a low screen.
  let laneRows: Int
  private let slot: CellSize

  static let minScreen = CellSize(columns: 40, rows: 12)
  private static let minColumnsForBoth = 80
  /// The title, and the lines above and below the grids.
  private static let fixedRows = 3

  /// `size` is in character cells; `chosen` is the side shown if only one fits.
  init(size: CellSize, chosen: RaceSideName = .left) {
    self.size = size
    sides = size.columns < Self.minColumnsForBoth ? [chosen] : RaceSideName.allCases
    laneRows = size.rows >= 44 ? 3 : size.rows >= 32 ? 2 : size.rows >= 20 ? 1 : 0
    let lanes = Race.cellCount * laneRows + (laneRows > 1 ? 1 : 0)
    let columns = sides.count == 1 ? size.columns : (size.columns - 1) / 2
    slot = CellSize(
      columns: max(9, (columns - 1) / Race.columns),
      rows: max(4, (size.rows - Self.fixedRows - lanes) / Race.rows))
  }

  var isUsable: Bool {
    size.columns >= Self.minScreen.columns && size.rows >= Self.minScreen.rows - 1
  }

  var isOneSided: Bool { sides.count == 1 }

  var hasFrames: Bool { slot.rows > 5 }

  var picture: Rect {
    hasFrames
      ? Rect(column: 1, row: 1, columns: slot.columns - 2, rows: slot.rows - 3)
      : Rect(column: 0, row: 1, columns: slot.columns, rows: slot.rows - 2)
  }

  func grid(of side: RaceSideName) -> Rect {
    Rect(
      column: side == sides[0] ? 0 : size.columns / 2 + 1, row: 2,
      columns: isOneSided ? size.columns : (size.columns - 1) / 2, rows: Race.rows * slot.rows)
  }

  func slot(at place: Int, of side: RaceSideName) -> Rect {
    let grid = grid(of: side).origin
    return Rect(
      origin: CellPoint(
        column: grid.column + place % Race.columns * (slot.columns + 1),
        row: grid.row + place / Race.columns * slot.rows), size: slot)
  }

  /// The area for a note about a cell, over its neighbor.
  func note(at place: Int) -> Rect {
    let side = place % Race.columns == 0 ? sides[0] : sides[sides.count - 1]
    // A row has two cells.
    var note = slot(at: place ^ 1, of: side)
    note.size.columns += 1
    return note
  }
}
