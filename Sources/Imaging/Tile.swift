/// The finished picture of one photo for one cell size and one output form.
package struct Tile: Hashable, Sendable {
  /// The glyphs, as many as the picture covers: no larger than the cell it was made for.
  package let canvas: Canvas

  /// Takes the finished glyphs.
  package init(canvas: Canvas) {
    self.canvas = canvas
  }

  /// What the tile takes in memory, in bytes.
  package var byteCount: Int {
    MemoryLayout<Tile>.size + canvas.glyphs.count * MemoryLayout<Glyph>.stride
  }
}
