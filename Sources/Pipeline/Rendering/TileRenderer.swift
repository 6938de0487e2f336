package import Imaging

/// Makes tiles of bitmaps: scales them to the blocks of their symbols and chooses the glyphs, or to the
/// pixels of their cells and encodes these.
///
/// It has no state; any thread may use it, and equal pictures give equal tiles.
package struct TileRenderer: Sendable {
  /// Makes a renderer; all are alike.
  package init() {}

  /// Draws a picture as large as it fits into a box, whole and with its proportions kept, as
  /// `CellGeometry` says.
  ///
  /// Where the picture is transparent the terminal's background shows; where it is partly so its
  /// colours are mixed with what the form says of that background. Pixels that cannot be written as the
  /// form wants them (without TurboJPEG there is no JPEG) are drawn with its characters.
  /// - Parameters:
  ///   - bitmap: The pixels, in the proportions of the picture up to rounding.
  ///   - pictureSize: The size of the whole picture as it is shown, in pixels.
  ///   - box: The room for the tile, in character cells.
  ///   - form: The symbols, the colours and the shape of a character cell.
  /// - Returns: A tile of no more cells than the box; of none where a side of anything is zero.
  package func tile(
    from bitmap: Bitmap, pictureSize: PixelSize, fitting box: CellSize, form: TileForm
  ) -> Tile {
    switch form {
    case .symbols(let form):
      symbols(from: bitmap, pictureSize: pictureSize, fitting: box, form: form)
    case .pixels(let form):
      PixelRenderer().tile(from: bitmap, pictureSize: pictureSize, fitting: box, form: form)
        ?? symbols(from: bitmap, pictureSize: pictureSize, fitting: box, form: form.characters)
    }
  }

  /// The character cells that a picture's tile has, as large as it fits into a box.
  /// - Parameters:
  ///   - pictureSize: The size of the whole picture as it is shown, in pixels.
  ///   - box: The room for the tile, in character cells.
  ///   - form: The form of the tile.
  /// - Returns: The size of the tile; none where a side of anything is zero.
  package func cells(
    of pictureSize: PixelSize, fitting box: CellSize, form: TileForm
  ) -> CellSize {
    guard min(pictureSize.width, pictureSize.height, box.columns, box.rows) > 0 else {
      return CellSize(columns: 0, rows: 0)
    }
    return switch form {
    case .symbols(let form): geometry(of: pictureSize, in: box, form).cells
    case .pixels(let form): PixelGeometry(fitting: pictureSize, in: box, cell: form.cell).cells
    }
  }

  private func geometry(
    of picture: PixelSize, in box: CellSize, _ form: SymbolForm
  ) -> CellGeometry {
    CellGeometry(
      fitting: picture, in: box, grid: form.symbols.grid, cellAspect: form.cellAspect)
  }

  private func symbols(
    from bitmap: Bitmap, pictureSize: PixelSize, fitting box: CellSize, form: SymbolForm
  ) -> Tile {
    guard min(pictureSize.width, pictureSize.height, box.columns, box.rows) > 0 else {
      return Tile(canvas: Canvas(size: CellSize(columns: 0, rows: 0)))
    }
    let geometry = geometry(of: pictureSize, in: box, form)
    let scaled = bitmap.scaled(
      to: geometry.blocks, visibleWidth: geometry.visibleWidth,
      visibleHeight: geometry.visibleHeight)
    let raster = BlockRaster(
      scaled, filling: geometry.cells, of: form.symbols.grid, over: form.background)
    return Tile(
      canvas: raster.canvas(in: form), background: raster.isMixed ? form.background : nil)
  }
}

extension BlockRaster {
  /// The blocks as characters.
  func canvas(in form: SymbolForm) -> Canvas {
    switch (form.symbols, form.colors) {
    case (.ascii, .none): AsciiPainter().canvas(of: self)
    case (_, .none): MonochromePainter(symbols: form.symbols).canvas(of: self)
    default: SymbolPainter(symbols: form.symbols, colors: form.colors).canvas(of: self)
    }
  }
}
