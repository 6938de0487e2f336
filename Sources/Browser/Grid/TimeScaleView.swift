import Imaging
import Photos
import Terminal

struct TimeScaleView {
  let scale: TimeScale
  let styles: Styles

  func draw(into canvas: inout Canvas) {
    let (left, bar) = (scale.frame.columns.lowerBound, scale.frame.columns.upperBound - 1)
    for row in scale.frame.rows {
      let isShown = scale.shown.contains(row - scale.frame.origin.row)
      canvas.fill(
        Rect(column: bar, row: row, columns: 1, rows: 1),
        with: isShown ? styles[.bar, "┃"] : styles[.quiet, "│"])
    }
    for mark in scale.marks {
      let text = Self.label(of: mark.time)
      let place = CellPoint(
        column: left + max(0, bar - left - text.width), row: scale.frame.origin.row + mark.line)
      canvas.draw(text, at: place, columns: bar - left, style: styles[.quiet])
    }
  }

  /// `2024`, or `May`.
  private static func label(of time: Day) -> DisplayText {
    DisplayText(time.month == 0 ? "\(time.year)" : String(HeadingView.words(for: time).prefix(3)))
  }
}
