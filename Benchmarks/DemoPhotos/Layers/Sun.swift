/// The sun with the glow round it.
struct Sun: Painting {
  var center: Point
  /// The radius of the disc, in picture heights; without a disc where it is zero.
  var radius: Double
  var disc: Light = 0xFFFFF0
  var glow: Light
  /// How far the glow reaches, in picture heights.
  var reach: Double
  var strength = 0.9

  func paint(on raster: inout Raster) {
    let edges = raster
    raster.change { x, y, pixel in
      let away = Point(x, y).distance(to: center)
      pixel = pixel.screened(by: glow, strength * (away / reach).falloff)
      guard away < radius + 0.01 else { return }
      pixel = pixel.mixed(with: disc, edges.coverage(radius - away))
    }
  }
}
