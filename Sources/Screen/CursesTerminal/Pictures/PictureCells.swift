import Imaging
import Terminal

extension Frame {
  /// The pictures that nothing hides a part of, and that lie on the screen whole; others would show
  /// through what hides them, or scroll the terminal.
  nonisolated var wholePictures: [PlacedPicture] {
    pictures.filter { !$0.isCovered && $0.frame.intersection(canvas.bounds) == $0.frame }
  }
}

extension Canvas {
  /// Replaces the characters that stand for a picture, and none that is to be seen in front of it.
  /// - Parameters:
  ///   - placed: The picture; what lies outside the canvas is left out.
  ///   - glyph: What stands in a cell, by its column and its row inside the picture; nil leaves it.
  nonisolated mutating func replace(_ placed: PlacedPicture, with glyph: (Int, Int) -> Glyph?) {
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

  /// Has the mean colour of a picture stand for it, in the cells where nothing is in front of it.
  nonisolated mutating func flatten(_ placed: PlacedPicture) {
    let symbols = placed.picture.symbols
    guard let color = symbols.meanColor else { return }
    let glyph = Glyph(" ", background: color)
    replace(placed) { column, row in symbols[column, row] == .blank ? nil : glyph }
  }
}
