/// The moon with its seas, or a sickle of it.
struct Moon: Painting {
  var center: Point
  /// The radius, in picture heights.
  var radius: Double
  var light: Light = 0xFFF8E4
  /// How far the glow reaches, in picture heights.
  var reach = 0.25
  /// How far the dark side is shifted, in radii: 2 is a full moon.
  var phase = 2.0

  func paint(on raster: inout Raster) {
    let edges = raster
    let noise = ValueNoise(77)
    let shadow = Point(center.x + phase * radius, center.y - phase * radius * 0.3)
    raster.change { x, y, pixel in
      let away = Point(x, y).distance(to: center)
      pixel = pixel.screened(by: light, 0.55 * (away / reach).falloff)
      guard away < radius + 0.01 else { return }
      let lit = phase < 2 ? 1 - edges.coverage(radius - Point(x, y).distance(to: shadow)) : 1
      let sea = noise.clouds(x * 2.4 / radius, y * 2.4 / radius, octaves: 3).ramp(0.45, 0.7)
      pixel = pixel.mixed(with: light.scaled(1 - 0.18 * sea), lit * edges.coverage(radius - away))
    }
  }
}
