package import Imaging

/// Places an image in cells as pixels: as large as it fits, keeping its aspect ratio.
///
/// It fills one dimension of the box; in the other it is centered in the cells that it touches.
package struct PixelGeometry: Hashable {
  package let cells: CellSize
  /// The size of these cells, in pixels.
  package let room: PixelSize
  /// In pixels; the margins of a whole image are even, so that its pixels are the terminal's.
  package let picture: PixelSize
  /// The pixels to the left and above the image.
  package let margin: PixelSize
}

extension PixelGeometry {
  /// All sides are at least 1; `picture` and `cell` are in pixels.
  package init(
    fitting picture: PixelSize, in box: CellSize, cell: PixelSize, isEnlarged: Bool = true
  ) {
    let whole = PixelSize(width: box.columns * cell.width, height: box.rows * cell.height)
    let scale = min(
      Double(whole.width) / Double(picture.width), Double(whole.height) / Double(picture.height),
      isEnlarged ? .infinity : 1)
    let (width, columns) = Self.side(Double(picture.width) * scale, of: whole.width, cell.width)
    let (height, rows) = Self.side(Double(picture.height) * scale, of: whole.height, cell.height)
    let room = PixelSize(width: columns * cell.width, height: rows * cell.height)
    let picture = PixelSize(width: width, height: height)
    self.init(
      cells: CellSize(columns: columns, rows: rows), room: room, picture: picture,
      margin: PixelSize(
        width: (room.width - width) / 2, height: (room.height - height) / 2))
  }

  /// Places a part of an image: centered where it spans a whole dimension, else from the first cell
  /// on, so that parts of one image share a grid of cells.
  init(_ part: PicturePart, cell: PixelSize) {
    let size = part.part.size
    let cells = CellSize(
      columns: (size.width + cell.width - 1) / cell.width,
      rows: (size.height + cell.height - 1) / cell.height)
    let room = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
    self.init(
      cells: cells, room: room, picture: size,
      margin: PixelSize(
        width: size.width == part.whole.width ? (room.width - size.width) / 2 : 0,
        height: size.height == part.whole.height ? (room.height - size.height) / 2 : 0))
  }

  /// The nearest whole length with an even margin in its cells.
  private static func side(
    _ length: Double, of whole: Int, _ cell: Int
  ) -> (pixels: Int, cells: Int) {
    let nearest = min(whole, max(1, Int(length.rounded())))
    let cells = (nearest + cell - 1) / cell
    let isOdd = (cells * cell - nearest) % 2 == 1
    return (isOdd ? nearest + 1 : nearest, cells)
  }

  /// The same cells with fewer pixels; each covers several pixels of the terminal.
  func written(in detail: PixelDetail) -> PixelGeometry {
    PixelGeometry(
      cells: cells, room: room.divided(by: detail.rawValue),
      picture: picture.divided(by: detail.rawValue),
      margin: PixelSize(
        width: margin.width / detail.rawValue, height: margin.height / detail.rawValue))
  }

  var filled: PixelGeometry {
    PixelGeometry(cells: cells, room: room, picture: room, margin: PixelSize(width: 0, height: 0))
  }

  /// The image as characters in the same cells, as a placeholder for its pixels.
  ///
  /// `picture` may have any size of that shape. `origin` is in blocks of a larger image.
  func symbols(
    of picture: Bitmap, in form: SymbolForm, _ mark: (Bitmap) -> Bitmap = { $0 },
    from origin: SIMD2<Int> = .zero
  ) -> Canvas {
    let grid = form.symbols.grid
    let blocks = PixelSize(
      width: Self.blocks(self.picture.width, of: room.width, cells.columns * grid.width),
      height: Self.blocks(self.picture.height, of: room.height, cells.rows * grid.height))
    let square = PixelSize(width: grid.width * 2, height: grid.height)
    let picture = mark(picture.scaled(to: blocks)).standing(on: form, square: square, from: origin)
    var raster = BlockRaster(picture, filling: cells, of: grid, over: form.background)
    if form.backdrop == .color { raster.fill(with: form.background) }
    return raster.canvas(in: form)
  }

  private static func blocks(_ part: Int, of whole: Int, _ count: Int) -> Int {
    max(1, (part * count + whole / 2) / whole)
  }
}

extension PixelSize {
  fileprivate func divided(by divisor: Int) -> PixelSize {
    PixelSize(width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
  }
}
