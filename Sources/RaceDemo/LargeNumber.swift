import Imaging
import Terminal

struct LargeNumber {
  let number: PhotoNumber
  let form: TileForm

  /// 3 by 5 blocks per digit; three bits per row, from the top.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
  private static let (width, height) = (7, 5)

  /// White on black, or near-black where possible: Konsole and kitty show an image through cells
  /// with exactly the terminal's background.
  private var style: Glyph {
    let isFine = form.colors == .indexed256 || form.colors == .direct
    return Glyph(" ", foreground: .palette(15), background: .palette(isFine ? 232 : 0))
  }

  func draw(into canvas: inout Canvas, _ room: Rect) {
    // Without Unicode there are no half blocks.
    let blocksPerRow = form.symbols == .ascii ? 1 : 2
    let scale = max(
      1,
      min(room.size.columns / (2 * Self.width), room.size.rows * blocksPerRow / (2 * Self.height)))
    let rows = (Self.height * scale + blocksPerRow - 1) / blocksPerRow
    guard room.size.columns >= Self.width, room.size.rows >= rows else {
      return drawSmall(into: &canvas, room)
    }
    let box = room.centred(CellSize(columns: Self.width * scale + 2, rows: rows))
    canvas.fill(box.intersection(room), with: style)
    for row in 0..<rows {
      let (upper, lower) = (row * blocksPerRow, (row + 1) * blocksPerRow - 1)
      for column in 0..<Self.width * scale {
        let block = column / scale
        let glyph = glyph(isInked(block, upper / scale), isInked(block, lower / scale))
        canvas.fill(
          Rect(
            column: box.origin.column + 1 + column, row: box.origin.row + row, columns: 1, rows: 1),
          with: glyph)
      }
    }
  }

  private func drawSmall(into canvas: inout Canvas, _ room: Rect) {
    var style = self.style
    style.style = [.bold, .reverse]
    let row = room.origin.row + (room.size.rows - 1) / 2
    canvas.drawCentred(DisplayText("  \(number)  "), row: row, in: room, style: style)
  }

  private func glyph(_ upper: Bool, _ lower: Bool) -> Glyph {
    var glyph = style
    glyph.scalar = upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
    return glyph
  }

  private func isInked(_ x: Int, _ y: Int) -> Bool {
    guard y < Self.height, x != 3 else { return false }
    let digit = x < 3 ? number.value / 10 % 10 : number.value % 10
    return Self.digits[digit][y] & (4 >> UInt8(x % 4)) != 0
  }
}
