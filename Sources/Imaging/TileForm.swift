/// The output form of a tile: what it is drawn with, and for which terminal.
package struct TileForm: Hashable, Sendable {
  package var symbols: SymbolSet
  package var colors: ColorDepth
  /// Width over height of one character cell in pixels; most fonts have about a half.
  package var cellAspect: Double

  package init(symbols: SymbolSet, colors: ColorDepth, cellAspect: Double = 0.5) {
    self.symbols = symbols
    self.colors = colors
    self.cellAspect = cellAspect
  }
}
