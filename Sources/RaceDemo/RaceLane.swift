/// The timeline of a cell's loads: `03━━━━┄┄┄┄╳03 late`.
///
/// A line extends from request to response or the present, and is dashed after the load was
/// replaced.
struct RaceLane: Hashable {
  /// In drawing order; later items cover earlier ones.
  let items: [Item]

  struct Item: Hashable {
    /// The line in the lane, from 0.
    let row: Int
    /// In character cells; may be outside the window.
    let column: Int
    let text: String
    let role: Role
  }

  enum Role: Hashable {
    case wanted
    case unwanted
    case late
    case shown
  }

  /// Creates the lane of a cell from its loads in order; they alternate between `rows` lines.
  init(
    _ loads: [RaceLoad], until now: Duration, in window: RaceWindow, rows: Int,
    _ symbols: RaceSymbols
  ) {
    let spans = loads.enumerated().map { index, load in
      Span(
        load: load, row: index % rows, start: window.column(of: load.begun),
        turn: window.column(of: load.replaced ?? load.answer?.time ?? now),
        end: window.column(of: load.answer?.time ?? now))
    }
    let answered = spans.filter { $0.load.answer != nil && $0.end >= 0 }.sorted { $0.end < $1.end }
    items =
      spans.flatMap { Self.line($0, symbols) }
      + answered.map { span in
        Self.mark(span, among: spans.filter { $0.row == span.row && $0 != span }, symbols)
      }
  }

  private struct Span: Hashable {
    let load: RaceLoad
    let row: Int
    let start: Int
    let turn: Int
    /// The column of the response or the present.
    let end: Int

    /// Whether the line or its label overlaps some columns.
    func covers(_ columns: ClosedRange<Int>) -> Bool {
      columns.overlaps(start...max(end, start + 1))
    }

    /// Whether it starts or ends in some columns.
    func turns(in columns: ClosedRange<Int>) -> Bool {
      columns.contains(start) || load.answer != nil && columns.contains(end)
    }
  }

  private static func line(_ span: Span, _ symbols: RaceSymbols) -> [Item] {
    let turn = min(span.end, span.turn)
    let parts = [
      (span.start, String(repeating: symbols.wanted, count: turn - span.start), Role.wanted),
      (turn, String(repeating: symbols.unwanted, count: span.end - turn), Role.unwanted),
      (span.start, span.start < 0 ? "" : span.load.number.description, Role.wanted),
    ]
    return parts.filter { !$0.1.isEmpty }
      .map { Item(row: span.row, column: $0.0, text: $0.1, role: $0.2) }
  }

  /// The mark of a response, with as much text as fits without overlap.
  private static func mark(_ span: Span, among others: [Span], _ symbols: RaceSymbols) -> Item {
    let isLate = span.load.answer?.isLate == true
    let mark = isLate ? symbols.late : symbols.shown
    let number = "\(mark)\(span.load.number)"
    let words = "\(number) \(isLate ? "late" : "shown")"
    let text =
      if !others.contains(where: { $0.covers(span.end + 1...span.end + words.count) }) {
        words
      } else if !others.contains(where: { $0.turns(in: span.end + 1...span.end + number.count) }) {
        number
      } else { String(mark) }
    return Item(row: span.row, column: span.end, text: text, role: isLate ? .late : .shown)
  }
}
