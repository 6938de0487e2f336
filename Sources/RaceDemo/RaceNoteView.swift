import Imaging
import Terminal

struct RaceNoteView {
  let answer: LateAnswer
  let symbols: RaceSymbols
  let theme: RaceTheme

  /// Minimum width with padding, in character cells.
  private static let leastPadded = 24

  private typealias Line = (text: DisplayText, style: Glyph)

  /// Draws the note over `room`, aligned with the cell's first line, without leaving `limits`.
  func draw(into frame: inout Frame, _ room: Rect, within limits: Rect) {
    let indent = room.size.columns < Self.leastPadded ? 1 : 2
    let lines = lines(columns: room.size.columns - 2 * indent, in: room, within: limits)
    let rows = min(limits.size.rows, max(room.size.rows, lines.count + 2))
    var panel = Canvas(size: CellSize(columns: room.size.columns, rows: rows))
    panel.drawFrame(panel.bounds, symbols.frame, style: theme.heading)
    panel.draw(
      DisplayText(" what happened "), at: CellPoint(column: 2, row: 0),
      columns: panel.size.columns - 4, style: theme.heading)
    for (line, row) in zip(lines, panel.bounds.rows.dropFirst().dropLast()) {
      panel.draw(
        line.text, at: CellPoint(column: indent, row: row),
        columns: panel.size.columns - 2 * indent, style: line.style)
    }
    let row = min(room.origin.row, limits.rows.upperBound - rows)
    frame.cover(with: panel, at: CellPoint(column: room.origin.column, row: row))
  }

  /// As many sentences as fit, with blank lines if `room` is large enough.
  private func lines(columns: Int, in room: Rect, within limits: Rect) -> [Line] {
    let spaced = Array(
      answer.sentences.map { lines(of: $0, columns: columns) }
        .joined(separator: [(DisplayText(""), .blank)]))
    if spaced.count <= room.size.rows - 2 { return spaced }
    let pages = answer.tellings.flatMap { sentences in
      [true, false].map { isPhrased in
        sentences.flatMap { lines(of: $0, columns: columns, isPhrased: isPhrased) }
      }
    }
    return pages.first { $0.count <= limits.size.rows - 2 } ?? pages[pages.count - 1]
  }

  private func lines(
    of sentence: LateAnswer.Sentence, columns: Int, isPhrased: Bool = true
  ) -> [Line] {
    let style = sentence == answer.verdict ? theme.heading : theme.text
    let parts = isPhrased ? sentence.lines(columns: columns) : [sentence.words]
    return parts.flatMap { DisplayText($0).wrapped(to: columns) }.map { ($0, style) }
  }
}
