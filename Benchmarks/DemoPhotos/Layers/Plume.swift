/// Smoke that rises and drifts, lit from below.
struct Plume: Painting {
  /// Where it rises from.
  var source: Point
  /// How far it drifts to the right on its way to the upper edge, in picture heights.
  var drift: Double
  var smoke: Light
  var fire: Light
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    raster.change(Area(bottom: source.y + 0.03)) { x, y, pixel in
      let up = (source.y - y) / source.y
      let half = 0.03 + 0.2 * max(0, up)
      let middle = source.x + drift * up * up
      let curl = noise.clouds(x * 6, y * 6 + 3, octaves: 5)
      let away = abs(x - middle) / half + (curl - 0.5) * 2.2
      let density = (1 - away.ramp(0.3, 1.1)) * up.ramp(-0.06, 0.05)
      let under = noise.clouds(x * 6 + 0.1, y * 6 + 3.5, octaves: 4)
      let glow = ((curl - under) * 2.5 + 0.75 - up * 1.15).clamped
      pixel = pixel.mixed(with: smoke.mixed(with: fire, glow), density * (0.95 - 0.3 * up))
    }
  }
}
