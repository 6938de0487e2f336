/// The layout of an image in a box of character cells: as large as possible, with its proportions.
///
/// Blocks are the smallest units to draw. The image is cropped to whole cells if that removes at
/// most 5 %, since straight edges look best. Otherwise it covers only some blocks of the outermost
/// cells. An image too thin for one row or column of blocks is stretched.
package struct CellGeometry: Hashable, Sendable {
  package let cells: CellSize
  package let blocks: PixelSize
  package let visibleWidth, visibleHeight: Double
  private static let cutLimit = 0.05

  /// All sides must be at least 1; `grid` has blocks per cell, `cellAspect` is width over height.
  package init(fitting picture: PixelSize, in box: CellSize, grid: PixelSize, cellAspect: Double) {
    let fit = Fit(
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

private struct Fit {
  typealias Extent = SIMD2<Double>

  /// Aspect ratio in cells.
  let shape: Double
  let box: CellSize
  let grid: PixelSize

  /// Whether the width of the box is the limit.
  private var isWide: Bool { shape > Double(box.columns) / Double(box.rows) }

  /// The full box on the limiting side, the nearest whole part of a cell on the other.
  func rounded(to parts: PixelSize) -> Extent {
    let (columns, rows) = (Double(box.columns), Double(box.rows))
    return isWide
      ? Extent(columns, Self.nearest(columns / shape, parts.height))
      : Extent(Self.nearest(rows * shape, parts.width), rows)
  }

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

  func cut(_ extent: Extent) -> Double {
    let covered = extent.x / extent.y
    return 1 - min(covered / shape, shape / covered)
  }

  private static func nearest(_ length: Double, _ parts: Int) -> Double {
    max(1, (length * Double(parts)).rounded()) / Double(parts)
  }
}
