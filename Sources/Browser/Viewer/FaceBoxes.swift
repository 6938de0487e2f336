import Imaging
import Photos
import Terminal

extension Canvas {
  /// Draws boxes with names over the part of a photo that is visible; `origin` is that of the
  /// view's frame.
  mutating func draw(_ faces: [Face], of view: ViewportState, at origin: CellPoint, style: Glyph) {
    let room = view.covered.moved(by: origin)
    let boxes = faces.map { view.place(of: $0).moved(by: origin) }
    for box in boxes { drawBorder(around: box, style, within: room) }
    for (face, box) in zip(faces, boxes) {
      // On the upper edge, or the uppermost visible row.
      let visible = box.intersection(room)
      guard visible.size.area > 0 else { continue }
      let isInside = visible.size.columns > 2 && visible.origin.column == box.origin.column
      let column = visible.origin.column + (isInside ? 1 : 0)
      draw(
        DisplayText(face.name).cutAtEnd(to: room.columns.upperBound - column), column: column,
        row: visible.origin.row, style: style)
    }
  }
}

extension Rect {
  fileprivate func moved(by point: CellPoint) -> Rect {
    Rect(
      column: origin.column + point.column, row: origin.row + point.row, columns: size.columns,
      rows: size.rows)
  }
}
