internal import Imaging

/// One curtain of northern light.
struct Aurora: Painting {
  /// The lower hem at the left and the right edge, in picture heights from the top.
  var left: Double
  var right: Double
  /// How far the hem swings, in picture heights.
  var swing: Double
  /// How high the rays reach, in picture heights.
  var height: Double
  var hem: Light
  var crown: Light
  var strength = 0.9
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let width = raster.width
    for column in 0..<raster.size.width {
      let x = raster.x(column)
      let fold = noise.rolling(x * 1.9, octaves: 3) - 0.5
      let lower = left.mixed(with: right, x / width) + swing * 2 * fold
      let ray = 0.35 + 0.9 * noise.rolling((x + fold * 0.6) * 26, octaves: 3)
      let glow = noise.rolling(x * 2.3 + 60, octaves: 2).ramp(0.2, 0.7)
      paint(column, lower, strength * ray * (0.35 + 0.65 * glow), on: &raster)
    }
  }

  private func paint(
    _ column: Int, _ lower: Double, _ strength: Double, on raster: inout Raster
  ) {
    for row in 0..<raster.size.height {
      let up = (lower - raster.y(row)) / height
      let fade = up < 0 ? (up * 9).falloff : 1 - up.ramp(0, 1)
      guard fade > 0.001 else { continue }
      let light = hem.mixed(with: crown, up.ramp(0.1, 0.8))
      let index = row * raster.size.width + column
      raster.pixels[index] = raster.pixels[index].screened(by: light, (strength * fade).clamped)
    }
  }
}
