import Imaging
import Terminal

/// Draws every key with its help text.
struct HelpView {
  let keymap: Keymap
  /// The first line that is shown.
  let offset: Int

  /// The lines of the whole help.
  var lineCount: Int { keymap.entries.count + Self.others.count }

  /// What is no key of its own.
  private static let others = [
    ("digits", "a count for the next command: 5j goes five rows down"),
    ("one photo", "fills the screen: up and down go by photos, too"),
    ("mouse", "the wheel scrolls, a click selects, a double click opens"),
  ]

  func draw(into canvas: inout Canvas, _ area: Rect) {
    let lines = keymap.entries.map { ($0.keys, $0.command.help) } + Self.others
    let keyWidth = lines.map { DisplayText($0.0).width }.max() ?? 0
    let isCut = lines.count - offset > area.size.rows
    if isCut { drawMark(into: &canvas, area) }
    for (line, row) in zip(lines.dropFirst(offset), area.rows.dropLast(isCut ? 1 : 0)) {
      canvas.draw(
        DisplayText(line.0), at: CellPoint(column: 2, row: row), columns: keyWidth,
        look: Theme.key)
      canvas.draw(
        DisplayText(line.1), at: CellPoint(column: keyWidth + 4, row: row),
        columns: area.size.columns - keyWidth - 5)
    }
  }
  /// Says that there is more below.
  private func drawMark(into canvas: inout Canvas, _ area: Rect) {
    let place = CellPoint(column: 2, row: area.rows.upperBound - 1)
    canvas.draw(DisplayText("… more: j"), at: place, columns: area.size.columns - 3)
  }
}
