/// A landscape: its layers from the farthest to the nearest.
///
/// Places and sizes are picture heights, counted from the upper left corner. A landscape is
/// composed for one shape, so that its right edge lies at the shape's width over its height.
struct Landscape: Sendable {
  var layers: [any Painting]

  init(_ layers: any Painting...) {
    self.layers = layers
  }
}
