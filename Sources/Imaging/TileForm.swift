/// The output form of a tile: what it is drawn with, and for which terminal.
package struct TileForm: Hashable, Sendable {
  /// The characters that pictures are drawn with.
  package var symbols: SymbolSet
  /// How many colours there are.
  package var colors: ColorDepth
  /// Width over height of one character cell in pixels; most fonts have about a half.
  package var cellAspect: Double

  /// Takes what a tile is drawn with.
  package init(symbols: SymbolSet, colors: ColorDepth, cellAspect: Double = 0.5) {
    self.symbols = symbols
    self.colors = colors
    self.cellAspect = cellAspect
  }
}
