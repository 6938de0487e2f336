/// The corners made a little darker, as a lens does.
struct Vignette: Painting {
  var strength = 0.28

  func paint(on raster: inout Raster) {
    let middle = Point(raster.width / 2, 0.5)
    let reach = middle.distance(to: Point(0, 0))
    raster.change { x, y, pixel in
      let away = Point(x, y).distance(to: middle) / reach
      pixel = pixel.scaled(1 - strength * away.ramp(0.45, 1.15))
    }
  }
}
