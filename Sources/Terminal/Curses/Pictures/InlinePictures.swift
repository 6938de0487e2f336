import Imaging

/// Images that become part of the screen when written: sixel and iTerm2.
///
/// Their cells contain an invisible mark, so ncurses rewrites exactly those whose image changed.
struct InlinePictures: PictureDisplay {
  private let bytes: @Sendable (WrittenImage, EncodedPicture) -> [UInt8]
  private var shown: [PlacedPicture: Int] = [:]
  private var nextNumber = 0

  init(bytes: @escaping @Sendable (WrittenImage, EncodedPicture) -> [UInt8]) {
    self.bytes = bytes
  }

  var holdings: PictureHoldings { PictureHoldings() }

  /// The order is text, images, then the text in front of them.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    if shown == nil { forget() }
    var plan = PicturePlan(frame.canvas)
    var front = frame.canvas
    var wanted: [PlacedPicture: Int] = [:]
    var cost = 0
    for placed in frame.wholePictures {
      let number = self.shown[placed]
      let mark = mark(number ?? nextNumber)
      let isThere = number != nil && !isHarmed(placed, mark: mark, frame.canvas, shown)
      guard isThere || cost == 0 || cost + placed.picture.bytes.count <= budget else {
        plan.postpone(placed, within: budget)
        if LinkSpeed.isSlow(budget) { front.flatten(placed) }
        continue
      }
      wanted[placed] = number ?? nextNumber
      if number == nil { nextNumber += 1 }
      front.replace(placed) { _, _ in mark }
      if isThere {
        plan.canvas.replace(placed) { _, _ in mark }
        continue
      }
      cost += placed.picture.bytes.count
      plan.canvas.fill(placed.frame, with: mark)
      plan.trailing.append(
        .made { [bytes] in
          placed.picture.images.flatMap { image in
            CursorMove.around(
              bytes(image, placed.picture),
              at: CellPoint(
                column: placed.origin.column + image.origin.column,
                row: placed.origin.row + image.origin.row))
          }
        })
    }
    self.shown = wanted
    if front != plan.canvas { plan.finalCanvas = front }
    return plan
  }

  private func isHarmed(
    _ placed: PlacedPicture, mark: Glyph, _ canvas: Canvas, _ shown: Canvas?
  ) -> Bool {
    guard let shown, shown.size == canvas.size else { return true }
    let symbols = placed.picture.symbols
    return placed.frame.rows.contains { row in
      placed.frame.columns.contains { column in
        let symbol = symbols[column - placed.origin.column, row - placed.origin.row]
        return canvas[column, row] == symbol && shown[column, row] != mark
      }
    }
  }

  /// A no-break space, not a blank to ncurses, in one of 960 styles that look the same.
  private func mark(_ number: Int) -> Glyph {
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
