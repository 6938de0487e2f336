/// Paints one layer of a landscape over the layers behind it.
protocol Painting: Sendable {
  /// Paints over what is there.
  func paint(on raster: inout Raster)
}
