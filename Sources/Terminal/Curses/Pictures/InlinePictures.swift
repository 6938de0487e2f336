import Imaging

/// Images that become part of the screen when written: sixel and iTerm2.
///
/// Terminals erase an image where text is written. So cells that an image paints whole are not
/// written before it is drawn, and a former image stays until then, unless several replace it.
/// Afterwards all its cells are a mark in ncurses' copy of the screen, which no text equals: so
/// ncurses writes whatever replaces the image, and never erases a row across it (decisions/0071).
struct InlinePictures: PictureDisplay {
  private let bytes: @Sendable (WrittenImage, EncodedPicture) -> [UInt8]
  private var shown: Set<PlacedPicture> = []

  /// A figure space, which is recorded and never written.
  static let mark = Glyph("\u{2007}")

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
    var wanted: Set<PlacedPicture> = []
    var drawn: [PlacedPicture] = []
    var cost = 0
    for placed in frame.wholePictures {
      let isThere = self.shown.contains(placed) && !isHarmed(placed, frame.canvas, shown)
      guard isThere || cost == 0 || cost + placed.picture.bytes.count <= budget else {
        plan.postpone(placed, within: budget)
        if LinkSpeed.isSlow(budget) { front.flatten(placed) }
        continue
      }
      wanted.insert(placed)
      front.replace(placed) { _, _ in Self.mark }
      for point in placed.frame.points { front[point].makeWritten() }
      if isThere {
        for point in placed.frame.points { plan.canvas[point] = front[point] }
        continue
      }
      drawn.append(placed)
      cost += placed.picture.bytes.count
      plan.trailing.append(
        .made { [bytes] in
          placed.picture.images.flatMap { image in
            CursorMove.around(bytes(image, placed.picture), at: placed.origin + image.origin)
          }
        })
    }
    plan.drawn = drawn.map(\.frame)
    let removed = self.shown.subtracting(wanted).map(\.frame)
    let split = removed.filter { old in plan.drawn.count { $0.intersects(old) } > 1 }
    for placed in drawn { prepare(&plan.canvas, for: placed, over: shown, besides: split) }
    if let shown {
      for old in removed {
        let others = wanted.map(\.frame).filter { $0.intersects(old) }
        let staysUntilDrawn = !drawn.isEmpty && !split.contains(old)
        for point in old.points where !others.contains(where: { $0.contains(point) }) {
          front[point].makeWritten()
          let isKept = staysUntilDrawn && !isWide(point, shown) && !isWide(point, front)
          plan.canvas[point] = isKept ? shown[point] : front[point]
        }
      }
    }
    self.shown = wanted
    if front != plan.canvas { plan.finalCanvas = front }
    return plan
  }

  private func isHarmed(_ placed: PlacedPicture, _ canvas: Canvas, _ shown: Canvas?) -> Bool {
    guard let shown else { return true }
    return placed.frame.points.contains { point in
      canvas[point] == placed.picture.symbols[point - placed.origin] && shown[point] != Self.mark
    }
  }

  /// Keeps what cells show that the image paints whole, and erases the others; within `replaced`
  /// writes the image's characters.
  private func prepare(
    _ canvas: inout Canvas, for placed: PlacedPicture, over shown: Canvas?,
    besides replaced: [Rect]
  ) {
    let painted = placed.picture.paintedCells
    for point in placed.frame.points {
      guard let shown, painted.contains(point - placed.origin), !isWide(point, shown) else {
        canvas[point] = Glyph("\u{A0}")
        continue
      }
      if replaced.contains(where: { $0.contains(point) }) {
        canvas[point].makeWritten()
      } else {
        canvas[point] = shown[point]
      }
    }
  }

  /// Whether a wide character may extend into the cell or out of it.
  private func isWide(_ point: CellPoint, _ canvas: Canvas) -> Bool {
    canvas[point].isContinuation
      || point.column + 1 < canvas.size.columns
        && canvas[point.column + 1, point.row].isContinuation
  }

  mutating func forget() {
    shown = []
  }

  mutating func takeAll() -> [UInt8] {
    forget()
    return []
  }

  var restoration: [UInt8] { [] }
}

extension Glyph {
  /// Makes a blank a no-break space until the next frame: xterm draws an image again where rows
  /// were only erased (EL, ECH), as soon as its window is uncovered.
  fileprivate mutating func makeWritten(over shown: Glyph) {
    guard scalar == " ", marks == .zero, !isContinuation else { return }
    scalar = "\u{A0}"
    if self == shown { style.formSymmetricDifference(.bold) }
  }
}

extension Glyph {
  /// Makes a blank a no-break space, which ncurses writes: where it erases instead (EL, ECH),
  /// xterm draws the image again when its window is uncovered.
  fileprivate mutating func makeWritten() {
    if scalar == " ", marks == .zero { scalar = "\u{A0}" }
  }
}

extension Canvas {
  fileprivate subscript(point: CellPoint) -> Glyph {
    get { self[point.column, point.row] }
    set { self[point.column, point.row] = newValue }
  }
}

extension Rect {
  var points: [CellPoint] {
    rows.flatMap { row in columns.map { CellPoint(column: $0, row: row) } }
  }
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
