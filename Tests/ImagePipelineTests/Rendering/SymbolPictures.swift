import ImagePipeline
import Imaging

/// Tiles of symbols converted back into bitmaps.
enum SymbolPictures {
  /// The bitmap of a tile in exact colours or those of the palette, eight by eight pixels a cell;
  /// the terminal's own colours are white on black.
  static func pixels(of tile: Tile, form: TileForm) -> Bitmap {
    let cells = tile.canvas.size
    var bitmap = Bitmap(size: PixelSize(width: cells.columns * 8, height: cells.rows * 8))
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        let glyph = tile.canvas[x / 8, y / 8]
        let pattern = form.symbols.scalars.firstIndex(of: glyph.scalar) ?? 0
        let column = x % 8 * form.symbols.grid.width / 8
        let row = (2 * (y % 8) + 1) * form.symbols.grid.height / 16
        let isInk = pattern & 1 << (row * form.symbols.grid.width + column) != 0
        bitmap[x, y] =
          isInk
          ? glyph.foreground.rgb ?? RGB(255, 255, 255)
          : glyph.background.rgb ?? RGB(0, 0, 0)
      }
    }
    return bitmap
  }
}
