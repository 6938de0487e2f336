/// A shaft of light that falls through dust.
struct LightBeam: Painting {
  var start: Point
  var end: Point
  /// Half the width at the start and at the end, in picture heights.
  var breadth: (start: Double, end: Double)
  var light: Light
  var strength: Double

  func paint(on raster: inout Raster) {
    raster.change(Area(top: start.y, bottom: end.y)) { x, y, pixel in
      let along = (y - start.y) / (end.y - start.y)
      let middle = start.x.mixed(with: end.x, along)
      let half = breadth.start.mixed(with: breadth.end, along)
      let beam = 1 - (abs(x - middle) / half).ramp(0.2, 1)
      let fade = 1 - along.ramp(0.6, 1)
      pixel = pixel.screened(by: light, beam * fade * strength)
    }
  }
}
