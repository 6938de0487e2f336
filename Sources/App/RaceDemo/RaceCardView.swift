import Imaging
import Terminal

/// Draws a card in a box, as wide as it needs to be and as there is room for.
struct RaceCardView {
  let card: RaceCard
  let symbols: RaceSymbols
  let theme: RaceTheme

  private static let widest = 72
  /// The room for a comment and the blanks before it.
  private static let commentColumns = 24

  /// A line as it is drawn.
  private typealias Line = (text: DisplayText, style: Glyph)

  /// Draws the card in front of everything.
  /// - Parameters:
  ///   - frame: Where it is drawn.
  ///   - area: The room, in character cells.
  ///   - isBelow: Whether it stands at the lower edge, so that cells can be seen above it.
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

  /// All lines, or those that must be there where all are too many.
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

  /// A line of code with its comment, the comments below one another, or without where room is short.
  private func codeLines(_ code: String, _ comment: String, columns: Int) -> [Line] {
    let width = RaceCard.fix.map(\.text.count).max() ?? 0
    let blanks = String(repeating: " ", count: width - code.count)
    let whole = DisplayText("\(code)\(blanks)  // \(comment)")
    guard width + Self.commentColumns > columns else { return [(whole, theme.code)] }
    return DisplayText(code).wrapped(to: columns).map { ($0, theme.code) }
  }
}
