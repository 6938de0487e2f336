import Imaging
import Terminal

/// Draws the number of a photo into its picture, as large as leaves something of the picture.
struct LargeNumber {
  let number: PhotoNumber
  let symbols: SymbolSet

  /// The digits in blocks of three by five, a row in three bits, from the top.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
  /// Two digits and a gap, in blocks.
  private static let width = 7
  private static let height = 5
  private static let style = Glyph(" ", foreground: .palette(15), background: .palette(0))

  func draw(into canvas: inout Canvas) {
    let rowsPerBlock = symbols == .ascii ? 2 : 1
    let scale = max(
      1,
      min(
        canvas.size.columns / (2 * Self.width),
        canvas.size.rows * 2 / rowsPerBlock / (2 * Self.height)))
    let rows = (Self.height * scale * rowsPerBlock + 1) / 2
    guard canvas.size.columns >= Self.width, canvas.size.rows >= rows else {
      return drawSmall(into: &canvas)
    }
    let box = canvas.bounds.centred(CellSize(columns: Self.width * scale + 2, rows: rows))
    canvas.fill(box, with: Self.style)
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

  private func drawSmall(into canvas: inout Canvas) {
    var style = Self.style
    style.style = [.bold, .reverse]
    let rows = canvas.size.rows < 3 ? 1 : 3
    canvas.fill(canvas.bounds.centred(CellSize(columns: 6, rows: rows)), with: style)
    let middle = canvas.bounds.centred(CellSize(columns: 2, rows: 1))
    canvas.drawCentred(
      DisplayText(number.description), row: middle.origin.row, in: canvas.bounds, style: style)
  }

  private func put(_ upper: Bool, _ lower: Bool, _ place: CellPoint, _ canvas: inout Canvas) {
    guard canvas.bounds.contains(place) else { return }
    var glyph = Self.style
    glyph.scalar =
      switch (upper, lower) {
      case (true, true): symbols == .ascii ? "#" : "█"
      case (true, false): "▀"
      case (false, true): "▄"
      case (false, false): " "
      }
    canvas[place.column, place.row] = glyph
  }

  /// Whether a block of the two digits is part of their strokes.
  private func isInked(_ x: Int, _ y: Int) -> Bool {
    guard y < Self.height, x != 3 else { return false }
    let digit = x < 3 ? number.value / 10 % 10 : number.value % 10
    return Self.digits[digit][y] & (4 >> UInt8(x % 4)) != 0
  }
}
