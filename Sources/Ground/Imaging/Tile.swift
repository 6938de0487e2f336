/// The finished picture of one photo for one cell size and one output form.
package struct Tile: Hashable, Sendable {
  /// The glyphs, as many as the picture covers: no larger than the cell it was made for.
  package let canvas: Canvas

  /// The background that half transparent pixels are mixed with; nil where there are none.
  package let background: RGB?

  /// Takes the finished glyphs, and what is mixed into them.
  package init(canvas: Canvas, background: RGB? = nil) {
    self.canvas = canvas
    self.background = background
  }

  /// What the tile takes in memory, in bytes.
  package var byteCount: Int {
    MemoryLayout<Tile>.size + canvas.glyphs.count * MemoryLayout<Glyph>.stride
  }
}
