internal import Imaging

/// The sky from the top of the picture down.
struct Sky: Painting {
  /// Colours by picture heights from the top.
  var gradient: Gradient

  func paint(on raster: inout Raster) {
    for row in 0..<raster.size.height {
      let light = gradient.light(at: raster.y(row))
      for column in 0..<raster.size.width {
        raster.pixels[row * raster.size.width + column] = light
      }
    }
  }
}
