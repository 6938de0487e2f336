import Imaging

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
