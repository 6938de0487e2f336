import Catalog
import Imaging
import Terminal

/// Draws what is to be said about where photos come from, in the place of photos.
struct NoticeView {
  let notices: [CatalogNotice]

  func draw(into canvas: inout Canvas, _ area: Rect) {
    let room = max(1, area.size.columns - 4)
    let lines = notices.flatMap { DisplayText("\($0)").wrapped(to: room) }.prefix(area.size.rows)
    let top = area.origin.row + (area.size.rows - lines.count) / 2
    for (line, row) in zip(lines, top...) {
      canvas.drawCentred(line, row: row, in: area, look: Theme.failure)
    }
  }
}
