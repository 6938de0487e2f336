import Base
import Catalogs
import Imaging
import Photos
import Terminal

/// Draws the messages shown instead of photos.
struct EmptyGridView {
  let status: GridStatus
  let home: ByteString?
  let styles: Styles

  func draw(into frame: inout Frame, _ area: Rect) {
    let room = max(1, area.size.columns - 4)
    let lines = sentences.flatMap { text, style in
      DisplayText(text).wrapped(to: room).map { ($0, style) }
    }.prefix(area.size.rows)
    let top = area.origin.row + (area.size.rows - lines.count) / 2
    if let first = lines.first {
      let column = area.origin.column + (area.size.columns - first.0.width) / 2
      frame.cursor = CellPoint(column: column, row: top)
    }
    for ((line, style), row) in zip(lines, top...) {
      frame.canvas.drawCentred(line, row: row, in: area, style: style)
    }
  }

  /// Unsanitized.
  var lines: [String] { sentences.map(\.0) }

  private var filterSentence: String {
    let arranging = status.arranging
    if case .reading = arranging.work { return "Looking for photos that match \(arranging.filter)" }
    return "No photo matches \(arranging.filter)"
      + (arranging.filterProblem.map { ": \($0)" } ?? "")
  }

  /// Unsanitized.
  private var sentences: [(String, Glyph)] {
    let notices = status.notices.map { ("\($0)", styles[.failure]) }
    guard status.listedCount == 0 else {
      return notices + [(filterSentence, styles[.name])]
    }
    guard !status.isReading else { return notices }
    return notices
      + BareFolderWords(status.bareFolders, home: home).sentences.map { ($0, styles[.name]) }
  }
}
