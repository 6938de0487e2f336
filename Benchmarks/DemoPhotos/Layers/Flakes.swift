/// Small soft dots: falling snow, or petals.
struct Flakes: Painting {
  var count: Int
  /// The smallest and the largest, in picture heights.
  var radii: ClosedRange<Double>
  /// Where they are.
  var top = 0.0
  var bottom = 1.0
  var light: Light
  var opacity: Double
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    for flake in 0..<count {
      let center = Point(
        noise.pick(flake, 1) * raster.width, top.mixed(with: bottom, noise.pick(flake, 2)))
      let chance = noise.pick(flake, 3)
      let radius = radii.lowerBound.mixed(with: radii.upperBound, chance * chance * chance)
      raster.change(.around(center, reach: radius * 2)) { x, y, pixel in
        let away = Point(x, y).distance(to: center) / radius
        pixel = pixel.mixed(with: light, (1 - away.ramp(0.3, 1.5)) * opacity)
      }
    }
  }
}
