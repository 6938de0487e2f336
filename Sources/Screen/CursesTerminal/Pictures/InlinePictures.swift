import Imaging
import Terminal

/// Pictures that become part of the screen when they are written there, as sixels and iTerm2's files do.
///
/// Their character cells have a mark that shows nothing and that no other picture has: ncurses rewrites
/// exactly the cells of which the picture has changed, and never erases one by accident.
nonisolated struct InlinePictures: PictureDisplay {
  /// The bytes that write an image of a picture at the cursor.
  private let bytes: @Sendable (WrittenImage, EncodedPicture) -> [UInt8]
  /// What stands on the screen, with the number of its mark.
  private var shown: [PlacedPicture: Int] = [:]
  private var nextNumber = 0

  /// Makes a display that has sent nothing.
  /// - Parameter bytes: The bytes that write an image of a picture at the cursor.
  init(bytes: @escaping @Sendable (WrittenImage, EncodedPicture) -> [UInt8]) {
    self.bytes = bytes
  }

  /// The terminal keeps nothing that is not on the screen.
  var holdings: PictureHoldings { PictureHoldings() }

  /// Plans the characters, then the pictures, then the characters in front of those.
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

  /// Whether characters have been written over a picture where it is to be seen.
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

  /// A no-break space, which ncurses does not take for blank, in one of 960 looks that nobody sees.
  private func mark(_ number: Int) -> Glyph {
    let styles: [GlyphStyle] = [[], .bold, .dim, [.bold, .dim]]
    return Glyph(
      "\u{A0}", foreground: .palette(UInt8(16 + number % 240)), style: styles[number / 240 % 4])
  }

  /// Writes everything again with the next plans.
  mutating func forget() {
    shown = [:]
  }

  /// Nothing: they go with the screen.
  mutating func takeAll() -> [UInt8] {
    forget()
    return []
  }

  /// Nothing: they go with the screen.
  var restoration: [UInt8] { [] }
}

/// Moves of the cursor around bytes that ncurses does not know of.
nonisolated enum CursorMove {
  /// Bytes that are written at a place on the screen, after which the cursor is where it was (DECSC,
  /// CUP and DECRC).
  static func around(_ bytes: [UInt8], at point: CellPoint) -> [UInt8] {
    Array("\u{1b}7\u{1b}[\(point.row + 1);\(point.column + 1)H".utf8) + bytes
      + Array("\u{1b}8".utf8)
  }
}

/// The bytes that write an image of a picture at the cursor.
nonisolated enum InlineCode {
  /// A sixel image as it is.
  static func sixel(_ image: WrittenImage, of picture: EncodedPicture) -> [UInt8] {
    Array(picture.bytes[image.bytes])
  }

  /// A file in an escape code of iTerm2 (iTerm2's documentation, "Images").
  /// - Parameters:
  ///   - picture: A picture in a format for files.
  ///   - isWrapped: Whether the code is wrapped for the terminal around tmux.
  /// - Returns: The bytes.
  static func iterm2(_ picture: EncodedPicture, isWrapped: Bool) -> [UInt8] {
    let control =
      "\u{1b}]1337;File=inline=1;size=\(picture.bytes.count);width=\(picture.size.columns);"
      + "height=\(picture.size.rows);preserveAspectRatio=0;doNotMoveCursor=1:"
    let code = Array(control.utf8) + Base64.encode(picture.bytes[...]) + [0x07]
    return isWrapped ? TmuxPassthrough.wrap(code) : code
  }
}
