import Imaging

extension PixelSize {
  /// The largest side of a character cell in pixels: the largest fonts on the finest screens have half
  /// of it.
  private static let largestCellSide = 256

  /// Whether a character cell may be so large: no font has wide and flat ones.
  var isCharacterCell: Bool {
    let sides = 1...Self.largestCellSide
    return sides.contains(width) && sides.contains(height)
      && (0.25...1).contains(Double(width) / Double(height))
  }

  /// The size of one of some character cells that fill an area, in pixels; nil where no font has such.
  /// - Parameters:
  ///   - area: The area in pixels; what is left over at its right and its bottom is a border.
  ///   - cells: How many cells there are.
  init?(ofCellIn area: PixelSize, cells: CellSize) {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    self.init(width: area.width / cells.columns, height: area.height / cells.rows)
    guard isCharacterCell else { return nil }
  }
}
