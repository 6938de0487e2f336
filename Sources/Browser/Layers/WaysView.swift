import Imaging
import Terminal

/// Draws the continuations of a typed prefix in columns, if they do not fit in the last line.
struct WaysView {
  let ways: [DisplayText]
  let styles: Styles

  private static let gap = 2

  func lay(over frame: inout Frame, _ area: Rect) {
    let room = max(1, area.size.columns - 2)
    let width = min(room, (ways.map(\.width).max() ?? 0) + Self.gap)
    let count = max(1, (room + Self.gap) / max(1, width))
    let rows = min(area.size.rows, (ways.count + count - 1) / count)
    var panel = Canvas(size: CellSize(columns: area.size.columns, rows: rows))
    panel.fill(panel.bounds, with: styles[.status])
    for (index, way) in ways.prefix(rows * count).enumerated() {
      panel.draw(
        way.cutAtEnd(to: room),
        at: CellPoint(column: 1 + index % count * width, row: index / count), columns: room,
        style: styles[.status])
    }
    frame.lay(panel, at: CellPoint(column: 0, row: area.rows.upperBound - rows))
  }
}
