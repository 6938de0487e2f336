import Imaging

/// How a picture lies in a box of character cells as pixels: as large as it fits, whole, its
/// proportions kept up to a pixel.
///
/// On one side it fills the box; on the other it covers as many cells as it touches, in whose middle it
/// stands.
struct PixelGeometry: Hashable {
  /// The character cells that the picture touches.
  let cells: CellSize
  /// The size of these cells in pixels.
  let room: PixelSize
  /// The size of the picture in pixels: where it is whole an even number less than the room on either
  /// side, so that its pixels are those of the terminal.
  let picture: PixelSize
  /// The pixels of the room that are left of the picture and above it.
  let margin: PixelSize

  /// Fits a picture into a box.
  /// - Parameters:
  ///   - picture: The size of the picture as it is shown, in pixels, both sides at least 1.
  ///   - box: The room for it, in character cells, both sides at least 1.
  ///   - cell: The size of one character cell in pixels, both sides at least 1.
  ///   - isEnlarged: Whether a picture smaller than the box is made larger.
  init(fitting picture: PixelSize, in box: CellSize, cell: PixelSize, isEnlarged: Bool = true) {
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

  /// Lays a part of a picture on its character cells: in the middle of those where it is all of a side,
  /// and elsewhere from the first on, so that parts of one picture lie on the same cells.
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

  /// The whole pixels nearest to a length for which the cells they touch have an even number more, and
  /// how many cells these are.
  private static func side(
    _ length: Double, of whole: Int, _ cell: Int
  ) -> (pixels: Int, cells: Int) {
    let nearest = min(whole, max(1, Int(length.rounded())))
    let cells = (nearest + cell - 1) / cell
    let isOdd = (cells * cell - nearest) % 2 == 1
    return (isOdd ? nearest + 1 : nearest, cells)
  }
}

extension PixelGeometry {
  /// The same cells with fewer pixels, of which each is shown by some of the terminal's.
  func written(in detail: PixelDetail) -> PixelGeometry {
    PixelGeometry(
      cells: cells, room: room.divided(by: detail.rawValue),
      picture: picture.divided(by: detail.rawValue),
      margin: PixelSize(
        width: margin.width / detail.rawValue, height: margin.height / detail.rawValue))
  }

  private init(cells: CellSize, room: PixelSize, picture: PixelSize, margin: PixelSize) {
    self.cells = cells
    self.room = room
    self.picture = picture
    self.margin = margin
  }

  /// The same cells, all of which the picture fills.
  var filled: PixelGeometry {
    PixelGeometry(
      cells: cells, room: room, picture: room, margin: PixelSize(width: 0, height: 0))
  }

  /// The picture as characters in the same character cells, to stand for its pixels.
  /// - Parameters:
  ///   - picture: The picture, in any size of its shape.
  ///   - form: What the characters are, and what they stand on.
  ///   - mark: Marks what is clipped of it.
  ///   - origin: Where the cells begin in those of a greater picture, in blocks.
  /// - Returns: As many characters as there are cells.
  func symbols(
    of picture: Bitmap, in form: SymbolForm, _ mark: ClippingMarks = ClippingMarks(),
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

  /// The whole blocks, at least one, that come nearest to a share of all.
  private static func blocks(_ part: Int, of whole: Int, _ count: Int) -> Int {
    max(1, (part * count + whole / 2) / whole)
  }
}

extension PixelSize {
  /// A size so many times smaller, at least one pixel on each side.
  fileprivate func divided(by divisor: Int) -> PixelSize {
    PixelSize(
      width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
  }
}
