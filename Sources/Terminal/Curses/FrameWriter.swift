import CNcurses
import Imaging

/// Writes the cells that differ between two frames to ncurses' standard window.
@MainActor
struct FrameWriter {
  enum Outcome {
    case unchanged
    case changed
    /// No color pairs are left; the frame is incomplete.
    case outOfPairs
  }

  private let encoder = CellEncoder()
  private var pairs: ColorPairs
  private var cells: [cchar_t] = []

  init(pairs: ColorPairs) {
    self.pairs = pairs
  }

  var numbering: ColorNumbering {
    get { pairs.numbering }
    set { pairs.numbering = newValue }
  }

  /// The next frame must be written completely.
  mutating func startAgain() {
    pairs.startAgain()
  }

  /// Writes everything if `previous` is nil or of another size; clips to `size`.
  ///
  /// If `isFinal`, cells get the default colors when no pairs are left.
  mutating func write(
    _ frame: Canvas, over previous: Canvas?, size: CellSize, isFinal: Bool
  ) -> Outcome {
    let columns = min(size.columns, frame.size.columns)
    if cells.count <= columns { cells = Array(repeating: cchar_t(), count: columns + 1) }
    let old = previous?.size == frame.size ? previous : nil
    pairs.allow(cells: size.area)
    var outcome = Outcome.unchanged
    for row in 0..<min(size.rows, frame.size.rows) {
      let line = FrameLine(new: frame.row(row), old: old?.row(row), columns: columns)
      var column = 0
      while let run = line.nextRun(from: column) {
        guard put(run, of: line, row: row, isFinal: isFinal) else { return .outOfPairs }
        outcome = .changed
        column = run.upperBound
      }
    }
    return outcome
  }

  private mutating func put(_ run: Range<Int>, of line: FrameLine, row: Int, isFinal: Bool) -> Bool
  {
    var count = 0
    var column = run.lowerBound
    while column < run.upperBound {
      let glyph = line[column]
      guard let pair = pairs.number(of: glyph) ?? (isFinal ? 0 : nil) else { return false }
      let width = line.width(at: column)
      encoder.fill(&cells[count], with: glyph, columns: width, pair: pair)
      count += 1
      column += width
    }
    unsafe mvwadd_wchnstr(
      pc_stdscr(), Int32(row), Int32(run.lowerBound), &cells, Int32(count))
    return true
  }
}

struct FrameLine {
  private let new: ArraySlice<Glyph>
  private let old: ArraySlice<Glyph>?
  private let columns: Int

  init(new: ArraySlice<Glyph>, old: ArraySlice<Glyph>?, columns: Int) {
    self.new = new
    self.old = old
    self.columns = columns
  }

  subscript(column: Int) -> Glyph { new[new.startIndex + column] }

  func width(at column: Int) -> Int {
    let isWide = !self[column].isContinuation && column + 1 < columns
    return isWide && self[column + 1].isContinuation ? 2 : 1
  }

  /// The next range of differing columns; wide characters are not split.
  func nextRun(from column: Int) -> Range<Int>? {
    guard let old else { return column < columns ? column..<columns : nil }
    var start = column
    while start < columns && !differs(start, old) { start += 1 }
    guard start < columns else { return nil }
    var end = start + 1
    while end < columns && (differs(end, old) || self[end].isContinuation) { end += 1 }
    while start > 0 && self[start].isContinuation { start -= 1 }
    return start..<end
  }

  private func differs(_ column: Int, _ old: ArraySlice<Glyph>) -> Bool {
    new[new.startIndex + column] != old[old.startIndex + column]
  }
}
