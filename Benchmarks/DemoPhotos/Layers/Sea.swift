/// The open sea from the horizon to the near edge, with waves and the path of the sun on them.
struct Sea: Painting {
  /// The horizon, in picture heights from the top.
  var level: Double
  /// Colours from the horizon, 0, to the lower edge, 1.
  var gradient: Gradient
  var crest: Light
  var trough: Light
  /// How strong the waves are, from 0 to 1.
  var swell = 0.5
  /// Where the path of the sun lies, in picture heights from the left, and its colour.
  var pathX: Double?
  var path: Light = 0xFFFFFF
  var pathBreadth = 0.05
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let edges = raster
    raster.change(Area(top: level)) { x, y, pixel in
      let depth = y - level
      let far = 1 / (depth + 0.025)
      let wave = noise.clouds(x * far * 0.5 + 7, far * 3.2, octaves: 4) - 0.5
      let strength = swell * depth.ramp(0, 0.08)
      var light = gradient.light(at: depth / (1 - level))
      light = light.mixed(with: wave > 0 ? crest : trough, (abs(wave) * 2.6 * strength).clamped)
      if let pathX {
        let away = abs(x - pathX) / (pathBreadth * (1 + depth * 3))
        let fade = 1 - depth.ramp(0.3, 0.42)
        let facet = noise.clouds(x * far * 0.8, far * 6 + 50, octaves: 2)
        let glitter = facet.ramp(0.34 + 0.25 * min(1.4, away * 0.6), 0.7)
        light = light.mixed(with: path, (glitter * (away * 0.55).falloff * 1.15 * fade).clamped)
      }
      pixel = pixel.mixed(with: light, edges.coverage(depth))
    }
  }
}
