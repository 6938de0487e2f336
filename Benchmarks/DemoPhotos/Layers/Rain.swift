/// Curtains of rain under a cloud.
struct Rain: Painting {
  /// Where the rain falls.
  var area: Area
  /// How far it slants to the right on its way down, in heights a height.
  var slant: Double
  var light: Light
  var opacity: Double
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let bottom = min(area.bottom, 1)
    let middle = (area.left + area.right) / 2
    raster.change(area) { x, y, pixel in
      let place = x - slant * (y - area.top)
      let down = (y - area.top) / (bottom - area.top)
      let side = (abs(place - middle) / (area.right - middle)).clamped
      let strand = noise.rolling(place * 34, octaves: 3)
      let share = (1 - side.ramp(0.4, 1)) * down.ramp(0, 0.3) * (0.35 + strand)
      pixel = pixel.mixed(with: light, (share * opacity).clamped)
    }
  }
}
