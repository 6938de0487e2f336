import Imaging
import Terminal

/// Draws a photo's number over its image, large but leaving part of the image visible.
struct LargeNumber {
  let number: PhotoNumber
  let form: TileForm

  /// 3 by 5 blocks per digit; three bits per row, from the top.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
  private static let width = 7
  private static let height = 5

  private var symbols: SymbolSet { form.symbols }

  /// White on black, or near-black over pixels: Konsole and kitty show an image through cells with
  /// exactly the terminal's background.
  private var style: Glyph {
    switch (form, form.colors) {
    case (.pixels, .indexed256), (.pixels, .direct):
      Glyph(" ", foreground: .palette(15), background: .palette(232))
    default: Glyph(" ", foreground: .palette(15), background: .palette(0))
    }
  }

  /// Draws in the center of the room, clipped to the canvas.
  func draw(into canvas: inout Canvas, _ room: Rect) {
    let rowsPerBlock = symbols == .ascii ? 2 : 1
    let scale = max(
      1,
      min(
        room.size.columns / (2 * Self.width),
        room.size.rows * 2 / rowsPerBlock / (2 * Self.height)))
    let rows = (Self.height * scale * rowsPerBlock + 1) / 2
    guard room.size.columns >= Self.width, room.size.rows >= rows else {
      return drawSmall(into: &canvas, room)
    }
    let box = room.centred(CellSize(columns: Self.width * scale + 2, rows: rows))
    canvas.fill(box.intersection(room), with: style)
    for row in 0..<rows {
      for column in 0..<Self.width * scale {
        let upper = isInked(column / scale, row * 2 / rowsPerBlock / scale)
        let lower = isInked(column / scale, (row * 2 / rowsPerBlock + (2 - rowsPerBlock)) / scale)
        put(
          upper, lower,
          CellPoint(column: box.origin.column + 1 + column, row: box.origin.row + row), &canvas)
      }
    }
  }

  private func drawSmall(into canvas: inout Canvas, _ room: Rect) {
    var style = self.style
    style.style = [.bold, .reverse]
    let box = room.centred(CellSize(columns: 6, rows: room.size.rows < 3 ? 1 : 3))
    canvas.fill(box.intersection(room), with: style)
    let middle = room.centred(CellSize(columns: 2, rows: 1))
    canvas.drawCentred(
      DisplayText(number.description), row: middle.origin.row, in: room, style: style)
  }

  private func put(_ upper: Bool, _ lower: Bool, _ place: CellPoint, _ canvas: inout Canvas) {
    guard canvas.bounds.contains(place) else { return }
    var glyph = style
    glyph.scalar =
      switch (upper, lower) {
      case (true, true): symbols == .ascii ? "#" : "█"
      case (true, false): "▀"
      case (false, true): "▄"
      case (false, false): " "
      }
    canvas[place.column, place.row] = glyph
  }

  private func isInked(_ x: Int, _ y: Int) -> Bool {
    guard y < Self.height, x != 3 else { return false }
    let digit = x < 3 ? number.value / 10 % 10 : number.value % 10
    return Self.digits[digit][y] & (4 >> UInt8(x % 4)) != 0
  }
}
