import Imaging

/// Images that become part of the screen when written: sixel and iTerm2.
///
/// Terminals erase an image where text is written. So cells that an image paints whole keep their
/// text, and nothing is black until the image is drawn; all others contain an invisible mark, which
/// ncurses rewrites when the image is gone. A former image stays until the next one is drawn.
struct InlinePictures: PictureDisplay {
  private let bytes: @Sendable (WrittenImage, EncodedPicture) -> [UInt8]
  /// Each image's cells when it was drawn: the text that they keep, else a mark.
  private var shown: [PlacedPicture: Canvas] = [:]
  private var nextNumber = 0

  init(bytes: @escaping @Sendable (WrittenImage, EncodedPicture) -> [UInt8]) {
    self.bytes = bytes
  }

  var holdings: PictureHoldings { PictureHoldings() }

  /// The order is text, images, then the text in front of them.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    let shown = shown?.size == frame.canvas.size ? shown : nil
    if shown == nil { forget() }
    var plan = PicturePlan(frame.canvas)
    var front = frame.canvas
    var wanted: [PlacedPicture: Canvas] = [:]
    var cost = 0
    for placed in frame.wholePictures {
      let known = self.shown[placed]
      let isThere = known.map { !isHarmed(placed, $0, frame.canvas, shown) } ?? false
      guard isThere || cost == 0 || cost + placed.picture.bytes.count <= budget else {
        plan.postpone(placed, within: budget)
        if LinkSpeed.isSlow(budget) { front.flatten(placed) }
        continue
      }
      let marks = known ?? marks(of: placed, in: frame.canvas, over: shown)
      wanted[placed] = marks
      front.replace(placed) { marks[$0, $1] }
      if isThere {
        plan.canvas.replace(placed) { marks[$0, $1] }
        continue
      }
      cost += placed.picture.bytes.count
      plan.canvas.draw(marks, at: placed.origin)
      plan.trailing.append(
        .made { [bytes] in
          placed.picture.images.flatMap { image in
            CursorMove.around(bytes(image, placed.picture), at: placed.origin + image.origin)
          }
        })
    }
    let hidden = hiddenCells(in: front, besides: wanted, of: frame.canvas)
    if let shown, !plan.trailing.isEmpty {
      for point in removedCells(besides: wanted)
      where !isWide(point, shown) && !isWide(point, front) {
        plan.canvas[point.column, point.row] = shown[point.column, point.row]
      }
    }
    for (placed, point) in hidden {
      let glyph = front[point.column, point.row]
      let mark = mark(over: glyph)
      if wanted[placed] == nil, !plan.trailing.isEmpty,
        glyph == Glyph(" ", background: glyph.background)
      {
        front[point.column, point.row] = mark
        front[point.column, point.row].background = glyph.background
        continue
      }
      plan.canvas[point.column, point.row] = mark
      wanted[placed]?[point.column - placed.origin.column, point.row - placed.origin.row] = mark
    }
    self.shown = wanted
    if front != plan.canvas { plan.finalCanvas = front }
    return plan
  }

  private func isHarmed(
    _ placed: PlacedPicture, _ marks: Canvas, _ canvas: Canvas, _ shown: Canvas?
  ) -> Bool {
    guard let shown else { return true }
    let symbols = placed.picture.symbols
    return placed.frame.rows.contains { row in
      placed.frame.columns.contains { column in
        let (x, y) = (column - placed.origin.column, row - placed.origin.row)
        return canvas[column, row] == symbols[x, y] && shown[column, row] != marks[x, y]
      }
    }
  }

  /// New marks, except in cells that the image paints whole and nothing is in front of.
  private mutating func marks(
    of placed: PlacedPicture, in canvas: Canvas, over shown: Canvas?
  ) -> Canvas {
    defer { nextNumber += 1 }
    let symbols = placed.picture.symbols
    var marks = Canvas(size: symbols.size, filledWith: mark(over: nil))
    guard let shown else { return marks }
    let painted = placed.picture.paintedCells
    for row in 0..<symbols.size.rows {
      for column in 0..<symbols.size.columns {
        let point = CellPoint(column: column, row: row)
        let place = placed.origin + point
        let glyph = shown[place.column, place.row]
        let isKept =
          !isWide(place, shown) && painted.contains(point)
          && canvas[place.column, place.row] == symbols[column, row]
        marks[column, row] = isKept ? glyph : mark(over: glyph)
      }
    }
    return marks
  }

  /// Each image's cells whose new text is below it already, so that ncurses would not write it.
  private func hiddenCells(
    in front: Canvas, besides wanted: [PlacedPicture: Canvas], of canvas: Canvas
  ) -> [(PlacedPicture, CellPoint)] {
    var hidden: [(PlacedPicture, CellPoint)] = []
    for (placed, marks) in shown {
      let (isWanted, symbols) = (wanted[placed] != nil, placed.picture.symbols)
      let others = wanted.keys.filter { $0.frame.intersects(placed.frame) && $0 != placed }
      for row in placed.frame.rows {
        for column in placed.frame.columns {
          let (x, y) = (column - placed.origin.column, row - placed.origin.row)
          guard front[column, row] == marks[x, y],
            !isWanted || canvas[column, row] != symbols[x, y]
          else { continue }
          let point = CellPoint(column: column, row: row)
          // Another image is drawn there.
          if !others.contains(where: { $0.frame.contains(point) }) {
            hidden.append((placed, point))
          }
        }
      }
    }
    return hidden
  }

  /// The cells of images that are no longer wanted, besides those of others.
  private func removedCells(besides wanted: [PlacedPicture: Canvas]) -> [CellPoint] {
    shown.keys.filter { wanted[$0] == nil }.flatMap { removed in
      let others = wanted.keys.filter { $0.frame.intersects(removed.frame) }
      return removed.frame.rows.flatMap { row in
        removed.frame.columns.lazy.map { CellPoint(column: $0, row: row) }
          .filter { point in !others.contains { $0.frame.contains(point) } }
      }
    }
  }

  /// Whether a wide character may extend into the cell or out of it.
  private func isWide(_ point: CellPoint, _ canvas: Canvas) -> Bool {
    canvas[point.column, point.row].isContinuation
      || point.column + 1 < canvas.size.columns
        && canvas[point.column + 1, point.row].isContinuation
  }

  /// A mark that differs from the glyph that is there.
  private func mark(over glyph: Glyph?) -> Glyph {
    let mark = Self.mark(nextNumber)
    return mark == glyph ? Self.mark(nextNumber + 1) : mark
  }

  /// A no-break space, not a blank to ncurses, in one of 960 styles that look the same.
  private static func mark(_ number: Int) -> Glyph {
    let styles: [GlyphStyle] = [[], .bold, .dim, [.bold, .dim]]
    return Glyph(
      "\u{A0}", foreground: .palette(UInt8(16 + number % 240)), style: styles[number / 240 % 4])
  }

  mutating func forget() {
    shown = [:]
  }

  mutating func takeAll() -> [UInt8] {
    forget()
    return []
  }

  var restoration: [UInt8] { [] }
}

extension EncodedPicture {
  /// The cells without a transparent pixel: sixels have margins of less than a cell.
  fileprivate var paintedCells: Rect {
    guard !hasGaps else { return Rect(column: 0, row: 0, columns: 0, rows: 0) }
    let margin = hasMargins ? 1 : 0
    return Rect(
      column: margin, row: margin, columns: max(0, size.columns - 2 * margin),
      rows: max(0, size.rows - 2 * margin))
  }
}

enum CursorMove {
  /// Writes `bytes` at a position and restores the cursor (DECSC, CUP and DECRC).
  static func around(_ bytes: [UInt8], at point: CellPoint) -> [UInt8] {
    Array("\u{1b}7\u{1b}[\(point.row + 1);\(point.column + 1)H".utf8) + bytes
      + Array("\u{1b}8".utf8)
  }
}

/// Escape codes of images that are drawn at the cursor.
enum InlineCode {
  /// Empty for another encoding: a frame may still have images for the former terminal.
  static func sixel(_ image: WrittenImage, of picture: EncodedPicture) -> [UInt8] {
    picture.encoding == .sixel ? Array(picture.bytes[image.bytes]) : []
  }

  /// iTerm2's documentation, "Images".
  static func iterm2(_ picture: EncodedPicture, isWrapped: Bool) -> [UInt8] {
    let control =
      "\u{1b}]1337;File=inline=1;size=\(picture.bytes.count);width=\(picture.size.columns);"
      + "height=\(picture.size.rows);preserveAspectRatio=0;doNotMoveCursor=1:"
    let code = Array(control.utf8) + Base64.encode(picture.bytes[...]) + [0x07]
    return isWrapped ? TmuxPassthrough.wrap(code) : code
  }
}
