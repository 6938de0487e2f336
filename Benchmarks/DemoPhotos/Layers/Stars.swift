/// Stars, few of them bright.
struct Stars: Painting {
  var count: Int
  /// Where they end, in picture heights from the top.
  var bottom: Double
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    for star in 0..<count {
      let place = Point(noise.pick(star, 1) * raster.width, noise.pick(star, 2) * bottom)
      let chance = noise.pick(star, 3)
      let brightness = 0.12 + 0.88 * chance * chance * chance * chance
      let tint = Light(integerLiteral: 0xBFD4FF).mixed(with: 0xFFE6C4, noise.pick(star, 4))
      let fade = 1 - (place.y / bottom).ramp(0.7, 1)
      let radius = (0.55 + 0.9 * brightness) / raster.scale
      raster.change(.around(place, reach: radius * 5)) { x, y, pixel in
        let away = Point(x, y).distance(to: place)
        pixel = pixel.screened(by: tint, brightness * fade * (away / radius).falloff)
      }
    }
  }
}
