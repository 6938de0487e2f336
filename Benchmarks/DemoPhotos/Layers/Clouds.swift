/// A bank of clouds, lit from one side.
struct Clouds: Painting {
  /// Where the bank lies, in picture heights from the top; it thins out towards both edges.
  var top: Double
  var bottom: Double
  var lit: Light
  var shaded: Light
  /// How much of the sky is covered, from 0 to 1.
  var cover: Double
  /// Clouds in one picture height, across.
  var frequency = 2.2
  /// How much flatter than wide the clouds are.
  var flatness = 2.4
  /// How soft the edges are: 0.05 is cotton wool, 0.4 is a veil.
  var softness = 0.16
  var opacity = 0.95
  /// Where the light comes from, in clouds.
  var sun = Point(0.12, -0.25)
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    raster.change(Area(top: top, bottom: bottom)) { x, y, pixel in
      let share = (y - top) / (bottom - top)
      let bank = share.ramp(0, 0.35) * (1 - share.ramp(0.7, 1))
      let across = x * frequency
      let down = y * frequency * flatness
      let bend = noise.value(across * 0.7 + 31, down * 0.7) - 0.5
      let body = noise.clouds(across + bend, down)
      let edge = 1 - cover * bank * 0.75
      let density = body.ramp(edge - 0.15, edge - 0.15 + softness)
      guard density > 0.002 else { return }
      let behind = noise.clouds(across + bend + sun.x, down + sun.y, octaves: 4)
      let light = (0.55 + (body - behind) * 3.2).clamped
      pixel = pixel.mixed(with: shaded.mixed(with: lit, light), density * opacity)
    }
  }
}
