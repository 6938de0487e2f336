/// A bank of fog that lies in a valley.
struct Fog: Painting {
  /// The middle of the bank, in picture heights from the top.
  var y: Double
  /// Half its thickness, in picture heights.
  var thickness: Double
  var light: Light
  var opacity: Double
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let reach = thickness * 3
    raster.change(Area(top: y - reach, bottom: y + reach)) { x, y, pixel in
      let swell = noise.clouds(x * 2, y * 4, octaves: 3) - 0.5
      let away = (y - self.y) / thickness + swell * 1.6
      let wisps = 0.6 + 0.8 * noise.clouds(x * 3 + 9, y * 9, octaves: 4)
      let bank = 1 - abs(away).ramp(0, 2)
      pixel = pixel.mixed(with: light, (bank * wisps * opacity).clamped)
    }
  }
}
