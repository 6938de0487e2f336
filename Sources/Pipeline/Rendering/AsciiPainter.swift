internal import Imaging

/// Draws one block a character cell in ASCII without colours: the lighter, the more ink.
struct AsciiPainter {
  /// From no ink to most, as common fonts draw them.
  private static let ramp = Array(" .:-=+*#%@".unicodeScalars)

  /// Draws all blocks of a raster; transparent ones are blank.
  func canvas(of raster: BlockRaster) -> Canvas {
    let size = CellSize(columns: raster.size.width, rows: raster.size.height)
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let block = raster.blocks[row * size.columns + column]
        let step = Int(BlockRaster.lightness(of: block)) * Self.ramp.count / 256
        canvas[column, row] = Glyph(Self.ramp[step])
      }
    }
    return canvas
  }
}
