import Imaging
import Terminal

struct RaceCardView {
  let card: RaceCard
  let symbols: RaceSymbols
  let theme: RaceTheme

  private static let widest = 72
  /// Character cells for a comment with its leading blanks.
  private static let commentColumns = 24

  private typealias Line = (text: DisplayText, style: Glyph)

  /// Draws the card over everything, at the bottom if `isBelow` so that cells stay visible above.
  func draw(into frame: inout Frame, _ area: Rect, isBelow: Bool) {
    let columns = min(area.size.columns, Self.widest)
    let lines = lines(columns: columns - 4, rows: area.size.rows - 2)
    var box = area.centred(CellSize(columns: columns, rows: min(area.size.rows, lines.count + 2)))
    if isBelow { box.origin.row = area.rows.upperBound - box.size.rows }
    var panel = Canvas(size: box.size)
    panel.drawFrame(panel.bounds, symbols.frame, style: theme.heading)
    panel.draw(
      DisplayText(" \(card.title) "), at: CellPoint(column: 2, row: 0), columns: columns - 4,
      style: theme.heading)
    for (line, row) in zip(lines, panel.bounds.rows.dropFirst().dropLast()) {
      panel.draw(
        line.text, at: CellPoint(column: 2, row: row), columns: columns - 4, style: line.style)
    }
    frame.cover(with: panel, at: box.origin)
  }

  private func lines(columns: Int, rows: Int) -> [Line] {
    let all = card.lines.flatMap { lines(of: $0, columns: columns) }
    guard all.count > rows else { return all }
    return card.lines.filter { $0.role != .gap && $0.role != .extra }
      .flatMap { lines(of: $0, columns: columns) }
  }

  private func lines(of line: RaceCard.Line, columns: Int) -> [Line] {
    switch line.role {
    case .gap: [(DisplayText(""), .blank)]
    case .text: DisplayText(line.text).wrapped(to: columns).map { ($0, theme.text) }
    case .extra: DisplayText(line.text).wrapped(to: columns).map { ($0, theme.quiet) }
    case .code(let comment): codeLines(line.text, comment, columns: columns)
    }
  }

  /// Code with an aligned comment, or without if that does not fit.
  private func codeLines(_ code: String, _ comment: String, columns: Int) -> [Line] {
    let width = RaceCard.fix.map(\.text.count).max() ?? 0
    let blanks = String(repeating: " ", count: width - code.count)
    let whole = DisplayText("\(code)\(blanks)  // \(comment)")
    guard width + Self.commentColumns > columns else { return [(whole, theme.code)] }
    return DisplayText(code).wrapped(to: columns).map { ($0, theme.code) }
  }
}
