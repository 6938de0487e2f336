import Imaging

extension PixelSize {
  /// In pixels; twice the largest fonts on the finest screens.
  private static let largestCellSide = 256

  /// Whether this is a plausible cell size: no font has wide and flat cells.
  var isCharacterCell: Bool {
    let sides = 1...Self.largestCellSide
    return sides.contains(width) && sides.contains(height)
      && (0.25...1).contains(Double(width) / Double(height))
  }

  init?(ofCellIn area: PixelSize, cells: CellSize) {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    self.init(width: area.width / cells.columns, height: area.height / cells.rows)
    guard isCharacterCell else { return nil }
  }
}
