/// How a picture lies in a box of character cells: as large as it fits, its proportions kept.
///
/// A tile covers whole character cells. What the picture lacks or has over for that, less than half
/// a cell on one side, is cut from the picture, never stretched.
package struct CellGeometry: Hashable, Sendable {
  /// The character cells that the picture covers.
  package let cells: CellSize
  /// The part of the picture's width that is shown, at most 1.
  package let visibleWidth: Double
  /// The part of the picture's height that is shown, at most 1.
  package let visibleHeight: Double

  /// Fits a picture into a box of character cells.
  /// - Parameters:
  ///   - picture: The size of the picture as it is shown, in pixels, both sides at least 1.
  ///   - box: The room for it, in character cells, both sides at least 1.
  ///   - cellAspect: Width over height of one character cell.
  package init(fitting picture: PixelSize, in box: CellSize, cellAspect: Double) {
    /// Width over height, counted in cells: the shape that the picture has on the cell raster.
    let shape = Double(picture.width) / Double(picture.height) / cellAspect
    let boxShape = Double(box.columns) / Double(box.rows)
    var columns = box.columns
    var rows = box.rows
    if shape > boxShape {
      rows = max(1, Int((Double(columns) / shape).rounded()))
    } else {
      columns = max(1, Int((Double(rows) * shape).rounded()))
    }
    cells = CellSize(columns: columns, rows: rows)
    let covered = Double(columns) / Double(rows)
    visibleWidth = min(1, covered / shape)
    visibleHeight = min(1, shape / covered)
  }
}
