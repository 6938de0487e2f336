/// What one cell has asked for and been answered, as a line of time: `03━━━━┄┄┄┄╳03 late`.
///
/// A line goes from the moment of the question to that of the answer, or to the present. It is broken
/// from the moment at which the cell was given something else.
struct RaceLane: Hashable {
  /// The texts in the order they are drawn, later ones over earlier ones.
  let items: [Item]

  /// A piece of the lane.
  struct Item: Hashable {
    /// The line of the lane, from zero.
    let row: Int
    /// The place of its first character, in character cells; it may lie outside the window.
    let column: Int
    let text: String
    let role: Role
  }

  /// What a piece stands for.
  enum Role: Hashable {
    case wanted
    case unwanted
    case late
    case shown
  }

  /// Draws up the lane of a cell.
  /// - Parameters:
  ///   - loads: The loads of the cell, in the order of time.
  ///   - now: How far the story is.
  ///   - window: The part of the story that is shown.
  ///   - rows: The lines of the lane; the loads take them in turn.
  ///   - symbols: The characters it is drawn with.
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

  /// A load in the window, in character cells.
  private struct Span: Hashable {
    let load: RaceLoad
    let row: Int
    /// The column of the question.
    let start: Int
    /// The column from which nobody waited any more.
    let turn: Int
    /// The column of the answer, or of the present.
    let end: Int

    /// Whether the line, or what begins it, takes one of some columns.
    func covers(_ columns: ClosedRange<Int>) -> Bool {
      columns.overlaps(start...max(end, start + 1))
    }

    /// Whether it begins or ends in one of some columns.
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

  /// The mark of an answer, with as many words as nothing else on the line needs the room of.
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
