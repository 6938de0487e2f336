import Imaging

extension Frame {
  /// Excludes images that would show through what covers them, or scroll the terminal.
  var wholePictures: [PlacedPicture] {
    pictures.filter { !$0.isCovered && $0.frame.intersection(canvas.bounds) == $0.frame }
  }
}

extension Canvas {
  /// `glyph` gets column and row in the image; nil keeps the character.
  mutating func replace(_ placed: PlacedPicture, with glyph: (Int, Int) -> Glyph?) {
    let symbols = placed.picture.symbols
    let place = placed.frame.intersection(bounds)
    for row in place.rows {
      for column in place.columns {
        let (x, y) = (column - placed.origin.column, row - placed.origin.row)
        guard self[column, row] == symbols[x, y],
          !placed.isCovered || !placed.isCovered(at: CellPoint(column: column, row: row))
        else { continue }
        if let glyph = glyph(x, y) { self[column, row] = glyph }
      }
    }
  }

  mutating func flatten(_ placed: PlacedPicture) {
    let symbols = placed.picture.symbols
    guard let color = symbols.meanColor else { return }
    let glyph = Glyph(" ", background: color)
    replace(placed) { column, row in symbols[column, row] == .blank ? nil : glyph }
  }
}
