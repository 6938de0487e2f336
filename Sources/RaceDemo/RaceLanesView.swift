import Imaging
import Terminal

struct RaceLanesView {
  let lanes: [RaceLane]
  let window: RaceWindow
  let rows: Int
  let hasAxis: Bool
  let explainedCell: Int?
  let theme: RaceTheme

  func draw(columns: Int) -> Canvas {
    var canvas = Canvas(
      size: CellSize(columns: columns, rows: lanes.count * rows + (hasAxis ? 1 : 0)))
    for (cell, lane) in lanes.enumerated() {
      let time = draw(lane)
      canvas.draw(time, at: CellPoint(column: RaceLayout.laneLabelColumns, row: cell * rows))
      canvas.draw(
        DisplayText("cell \(cell + 1)"), at: CellPoint(column: 0, row: cell * rows),
        columns: RaceLayout.laneLabelColumns,
        style: cell + 1 == explainedCell ? theme.heading : theme.quiet)
    }
    if hasAxis { drawAxis(into: &canvas) }
    return canvas
  }

  private func draw(_ lane: RaceLane) -> Canvas {
    var canvas = Canvas(size: CellSize(columns: window.columns, rows: rows))
    for item in lane.items {
      canvas.draw(
        DisplayText(item.text), at: CellPoint(column: item.column, row: item.row),
        columns: max(0, item.text.count), style: style(of: item.role))
    }
    return canvas
  }

  private func style(of role: RaceLane.Role) -> Glyph {
    switch role {
    case .wanted: theme.text
    case .unwanted: theme.quiet
    case .late: theme.late
    case .shown: theme.shown
    }
  }

  private func drawAxis(into canvas: inout Canvas) {
    for tick in window.ticks {
      let column = RaceLayout.laneLabelColumns + window.column(of: .milliseconds(tick))
      let text = DisplayText("│\(tick) ms")
      guard column + text.width <= canvas.size.columns else { return }
      canvas.draw(
        text, at: CellPoint(column: column, row: lanes.count * rows), columns: text.width,
        style: theme.quiet)
    }
  }
}
