/// The output form of a tile: what it is drawn with, and for which terminal.
package struct TileForm: Hashable, Sendable {
  /// The characters that pictures are drawn with.
  package var symbols: SymbolSet
  /// How many colours there are.
  package var colors: ColorDepth
  /// Width over height of one character cell in pixels; most fonts have about a half.
  package var cellAspect: Double
  /// What the terminal's background looks like, which half transparent pixels are mixed with.
  ///
  /// Black where nobody knows.
  package var background: RGB

  /// Takes what a tile is drawn with.
  package init(
    symbols: SymbolSet, colors: ColorDepth, cellAspect: Double = 0.5,
    background: RGB = RGB(0, 0, 0)
  ) {
    self.symbols = symbols
    self.colors = colors
    self.cellAspect = cellAspect
    self.background = background
  }
}
