import CNcurses
import Imaging

/// Puts the cells that differ between two frames on ncurses' standard window.
struct FrameWriter {
  /// What came of writing a frame.
  enum Outcome {
    case unchanged
    case changed
    /// There are no colour pairs left; the frame has been written in part.
    case outOfPairs
  }

  private let encoder = CellEncoder()
  private var pairs: ColorPairs
  /// One run of cells, terminated by a cell of zeros.
  private var cells: [cchar_t] = []

  /// Makes a writer that draws with some colour pairs.
  init(pairs: ColorPairs) {
    self.pairs = pairs
  }

  /// How colours are numbered; after a change the next frame must be written whole.
  var numbering: ColorNumbering {
    get { pairs.numbering }
    set { pairs.numbering = newValue }
  }

  /// Forgets the colour pairs; the next frame must be written whole.
  mutating func startAgain() {
    pairs.startAgain()
  }

  /// Writes what differs from the frame before, or everything where there is none of the same size.
  ///
  /// - Parameters:
  ///   - frame: The frame to show.
  ///   - previous: The frame that is shown now.
  ///   - size: The size of the window in character cells; what lies outside is cut off.
  ///   - isFinal: Gives cells the terminal's own colours when there are no pairs left.
  /// - Returns: Whether there is anything to send, and whether all of it could be written.
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

/// One row of a frame beside the same row of the frame before.
nonisolated struct FrameLine {
  private let new: ArraySlice<Glyph>
  private let old: ArraySlice<Glyph>?
  private let columns: Int

  /// Makes a line of the row to show, the row shown now (nil if unknown), and the number of columns.
  init(new: ArraySlice<Glyph>, old: ArraySlice<Glyph>?, columns: Int) {
    self.new = new
    self.old = old
    self.columns = columns
  }

  /// The glyph in a column.
  subscript(column: Int) -> Glyph { new[new.startIndex + column] }

  /// The columns that the glyph in a column takes: two where its right half follows it.
  func width(at column: Int) -> Int {
    let isWide = !self[column].isContinuation && column + 1 < columns
    return isWide && self[column + 1].isContinuation ? 2 : 1
  }

  /// The next columns that differ, from a column on; characters are never cut in half.
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
