/// The band of the galaxy across a night sky, with its dust.
struct MilkyWay: Painting {
  /// Two points that the band runs through.
  var start: Point
  var end: Point
  /// Half the width, in picture heights.
  var breadth: Double
  var core: Light
  var rim: Light
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let length = start.distance(to: end)
    let along = Point((end.x - start.x) / length, (end.y - start.y) / length)
    raster.change { x, y, pixel in
      let place = (x - start.x) * along.x + (y - start.y) * along.y
      let side = ((x - start.x) * along.y - (y - start.y) * along.x) / breadth
      guard abs(side) < 4 else { return }
      let cloud = noise.clouds(place * 5, side * 1.4)
      let dust = noise.ridges(place * 3 + 40, side * 1.1 + noise.value(place * 4, side), octaves: 5)
      let band = (side * 0.9 + (cloud - 0.5)).falloff
      let dark = dust.ramp(0.62, 0.86) * (side * 1.3).falloff
      let light = rim.mixed(with: core, (side * 1.6).falloff)
      pixel = pixel.screened(by: light, (band * (0.25 + 1.1 * cloud) * (1 - 0.75 * dark)).clamped)
    }
  }
}
