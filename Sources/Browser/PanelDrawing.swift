import Imaging
import Terminal

extension Rect {
  /// The rows of `count` centred lines, clipped to the area.
  func centredRows(_ count: Int) -> Range<Int> {
    centred(CellSize(columns: size.columns, rows: min(count, size.rows))).rows
  }
}

extension Frame {
  /// Draws a panel over the frame and clears wide characters that it cuts in half.
  mutating func lay(_ panel: Canvas, at origin: CellPoint) {
    let place = Rect(origin: origin, size: panel.size).intersection(canvas.bounds)
    guard place.size.area > 0 else { return }
    let (left, right) = (place.columns.lowerBound, place.columns.upperBound)
    for row in place.rows {
      if left > 0, canvas[left, row].isContinuation { canvas[left - 1, row] = .blank }
      if right < canvas.size.columns, canvas[right, row].isContinuation {
        canvas[right, row] = .blank
      }
    }
    cover(with: panel, at: origin)
  }
}
