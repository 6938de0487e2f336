/// How a picture lies in a box of character cells: as large as it fits, whole, its proportions kept.
///
/// A tile covers whole character cells, and its blocks are the smallest things that can be drawn. The
/// picture is cut to whole cells where that takes no more than a twentieth of it, since straight edges
/// look best; otherwise it covers only some blocks of the outermost cells. A picture too thin for one
/// row or column of blocks is stretched to fill that.
package struct CellGeometry: Hashable, Sendable {
  /// The character cells that the picture touches.
  package let cells: CellSize
  /// The blocks of those cells that the picture covers.
  package let blocks: PixelSize
  /// The share of the picture's width that is shown, at most 1.
  package let visibleWidth: Double
  /// The share of the picture's height that is shown, at most 1.
  package let visibleHeight: Double

  /// How much of a picture may be cut for straight edges, as a share of its width or height.
  private static let cutLimit = 0.05

  /// Fits a picture into a box of character cells.
  /// - Parameters:
  ///   - picture: The size of the picture as it is shown, in pixels, both sides at least 1.
  ///   - box: The room for it, in character cells, both sides at least 1.
  ///   - grid: The blocks that one character cell is divided into.
  ///   - cellAspect: Width over height of one character cell.
  package init(
    fitting picture: PixelSize, in box: CellSize, grid: PixelSize, cellAspect: Double
  ) {
    let fit = Fit(
      // Width over height, counted in cells: the shape that the picture has on the cell raster.
      shape: Double(picture.width) / Double(picture.height) / cellAspect, box: box, grid: grid)
    let candidates = [
      fit.rounded(to: PixelSize(width: 1, height: 1)), fit.rounded(to: grid),
    ]
    let extent = candidates.first { fit.cut($0) <= Self.cutLimit } ?? fit.whole
    let isCut = fit.cut(extent) <= Self.cutLimit
    blocks = PixelSize(
      width: Int((extent.x * Double(grid.width)).rounded()),
      height: Int((extent.y * Double(grid.height)).rounded()))
    cells = CellSize(
      columns: (blocks.width + grid.width - 1) / grid.width,
      rows: (blocks.height + grid.height - 1) / grid.height)
    visibleWidth = isCut ? min(1, extent.x / extent.y / fit.shape) : 1
    visibleHeight = isCut ? min(1, fit.shape / (extent.x / extent.y)) : 1
  }
}

/// The sizes that a picture may have in a box, in character cells.
private struct Fit {
  /// A width and a height in character cells, not necessarily whole ones.
  typealias Extent = SIMD2<Double>

  /// Width over height of the picture, counted in cells.
  let shape: Double
  let box: CellSize
  let grid: PixelSize

  /// Whether the picture touches the left and right edges of the box, and not top and bottom.
  private var isWide: Bool { shape > Double(box.columns) / Double(box.rows) }

  /// The whole box on one side; on the other as many whole parts of a cell as come nearest.
  func rounded(to parts: PixelSize) -> Extent {
    let (columns, rows) = (Double(box.columns), Double(box.rows))
    return isWide
      ? Extent(columns, Self.nearest(columns / shape, parts.height))
      : Extent(Self.nearest(rows * shape, parts.width), rows)
  }

  /// The largest number of whole blocks in which nothing needs to be cut.
  var whole: Extent {
    let (columns, rows) = (Double(box.columns), Double(box.rows))
    if isWide {
      let height = max(1, (columns / shape * Double(grid.height)).rounded(.down))
      let part = height / Double(grid.height)
      return Extent(min(columns, Self.nearest(part * shape, grid.width)), part)
    }
    let width = max(1, (rows * shape * Double(grid.width)).rounded(.down))
    let part = width / Double(grid.width)
    return Extent(part, min(rows, Self.nearest(part / shape, grid.height)))
  }

  /// The share of the picture that has to be cut for it to cover an extent.
  func cut(_ extent: Extent) -> Double {
    let covered = extent.x / extent.y
    return 1 - min(covered / shape, shape / covered)
  }

  private static func nearest(_ length: Double, _ parts: Int) -> Double {
    max(1, (length * Double(parts)).rounded()) / Double(parts)
  }
}
