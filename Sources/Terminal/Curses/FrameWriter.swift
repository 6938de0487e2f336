import CNcurses
import Imaging

@MainActor
struct FrameWriter {
  enum Outcome {
    case unchanged, changed
    /// No color pairs are left; the frame is incomplete.
    case outOfPairs
  }

  var pairs: ColorPairs
  private(set) var cells: [cchar_t] = []

  /// Writes everything if `previous` is nil or of another size; clips to `size`.
  ///
  /// If `isFinal`, cells get the default colors when no pairs are left.
  mutating func write(
    _ frame: Canvas, over previous: Canvas?, size: CellSize, isFinal: Bool
  ) -> Outcome {
    let columns = min(size.columns, frame.size.columns)
    reserve(columns)
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

  private mutating func reserve(_ columns: Int) {
    if cells.count <= columns { cells = Array(repeating: cchar_t(), count: columns + 1) }
  }

  /// Sets the cells of a drawn image to `mark` in ncurses' copy of the screen, without output.
  ///
  /// The next refresh writes those of them that have other text.
  mutating func record(_ mark: Glyph, in frame: Rect) {
    reserve(frame.size.columns)
    let pair = pairs.number(of: mark) ?? 0
    for column in 0..<frame.size.columns {
      fill(&cells[column], with: mark, columns: 1, pair: pair)
    }
    for row in frame.rows {
      unsafe mvwadd_wchnstr(
        pc_curscr(), Int32(row), Int32(frame.columns.lowerBound), &cells,
        Int32(frame.size.columns))
    }
    unsafe wtouchln(
      pc_stdscr(), Int32(frame.rows.lowerBound), Int32(frame.size.rows), 1)
  }

  private mutating func put(_ run: Range<Int>, of line: FrameLine, row: Int, isFinal: Bool) -> Bool
  {
    var count = 0
    var column = run.lowerBound
    while column < run.upperBound {
      let glyph = line[column]
      guard let pair = pairs.number(of: glyph) ?? (isFinal ? 0 : nil) else { return false }
      let width = line.width(at: column)
      fill(&cells[count], with: glyph, columns: width, pair: pair)
      count += 1
      column += width
    }
    unsafe mvwadd_wchnstr(pc_stdscr(), Int32(row), Int32(run.lowerBound), &cells, Int32(count))
    return true
  }
}

struct FrameLine {
  let new: ArraySlice<Glyph>
  let old: ArraySlice<Glyph>?
  let columns: Int

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

struct PictureForm: Equatable {
  let depth: ColorDepth
  let symbols: SymbolSet
  let images: PictureProtocol
  let cell: PixelSize?
  let detail: PixelDetail?
}

struct StagedFrame {
  let plan: PicturePlan
  let hasText: Bool
  let links: [UInt8]

  var changesScreen: Bool {
    hasText || !plan.trailing.isEmpty || plan.finalCanvas != nil || !links.isEmpty
  }

  var isEmpty: Bool { !changesScreen && plan.leading.isEmpty }
}

extension FrameWriter {
  /// Fills a cell; a glyph that is not `columns` wide becomes U+FFFD.
  private func fill(_ cell: inout cchar_t, with glyph: Glyph, columns: Int, pair: Int32) {
    // A character, up to four marks, and a zero.
    var text = SIMD8<UInt32>()
    if glyph.isContinuation {
      text[0] = 0x20
    } else if Self.width(of: glyph.scalar) != columns {
      text[0] = 0xFFFD
    } else {
      text[0] = glyph.scalar.value
      var count = 0
      for index in 0..<4 where Self.isMark(glyph.marks[index]) {
        count += 1
        text[count] = glyph.marks[index]
      }
    }
    unsafe withUnsafeBytes(of: &text) { bytes in
      let values = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      guard let start = values.baseAddress else { return }
      _ = unsafe pc_fill(&cell, start, style(of: glyph), pair)
    }
  }

  private func style(of glyph: Glyph) -> attr_t {
    guard !glyph.style.isEmpty else { return 0 }
    var style: attr_t = 0
    if glyph.style.contains(.bold) { style |= PC_BOLD }
    if glyph.style.contains(.dim) { style |= PC_DIM }
    if glyph.style.contains(.underline) { style |= PC_UNDERLINE }
    if glyph.style.contains(.reverse) { style |= PC_REVERSE }
    return style
  }

  /// 1 or 2 character cells, as ncurses computes them for the locale; 0 for marks, control
  /// characters and everything that moves the cursor or changes text direction.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if (0x20..<0x7F).contains(value) || (0x2500..<0x25A0).contains(value) { return 1 }
    return max(0, Int(pc_columns(value)))
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    scalar >= 0x300 && pc_columns(scalar) == 0
  }
}

/// The terminal's cursor, which screen readers and Braille displays follow even if invisible.
@MainActor
struct CursorPlace {
  var wanted: CellPoint?
  private var shown: CellPoint?

  var isElsewhere: Bool { wanted != nil && wanted != shown }

  /// Makes the next refresh leave the cursor in place; only at the end of a frame.
  mutating func settle(in size: CellSize, isLast: Bool) {
    guard isLast, let wanted, size.columns > 0, size.rows > 0 else {
      unsafe leaveok(pc_stdscr(), true)
      return
    }
    let column = min(max(0, wanted.column), size.columns - 1)
    let row = min(max(0, wanted.row), size.rows - 1)
    unsafe leaveok(pc_stdscr(), false)
    unsafe wmove(pc_stdscr(), Int32(row), Int32(column))
    shown = wanted
  }
}
