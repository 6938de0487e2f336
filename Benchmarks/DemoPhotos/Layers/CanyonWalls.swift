/// The walls of a slot canyon: folds of sandstone, one behind the other, that glow where the light
/// comes down between them.
struct CanyonWalls: Painting {
  var folds: Int
  /// The middle of the opening, in picture heights from the left.
  var middle: Double
  /// Colours from the edge of a fold, 0, into its shadow, 1.
  var glow: Gradient
  var seed: UInt32

  func paint(on raster: inout Raster) {
    for fold in 0..<folds {
      paint(fold, on: &raster)
    }
  }

  private func paint(_ fold: Int, on raster: inout Raster) {
    let noise = ValueNoise(seed &+ UInt32(fold))
    let edges = raster
    let depth = Double(fold) / Double(folds)
    let dim = 1 - depth * 0.38
    raster.change { x, y, pixel in
      let sway = (noise.rolling(y * 2.1, octaves: 2) - 0.5) * (0.14 + 0.12 * depth)
      let tilt = (y - 0.4) * 0.12
      let isLeft = fold % 2 == 0
      let edge = middle + tilt + sway + (isLeft ? -1 : 1) * (0.015 + depth * 0.42)
      let inside = isLeft ? edge - x : x - edge
      guard inside > -0.01 else { return }
      let bend = noise.clouds(x * 2, y * 1.6, octaves: 2) * 0.5
      let layer = (y * 17 + inside * 5 + bend * 9).wave * 0.5 + 0.5
      let fine = noise.clouds(x * 2, (y + inside * 0.3 + bend * 0.55) * 60, octaves: 2)
      let shade = inside * 2.4 + layer * 0.1 + (fine - 0.5) * 0.26 + depth * 0.34 + y * 0.16
      let light = glow.light(at: shade).scaled(dim)
      pixel = pixel.mixed(with: light, edges.coverage(inside))
    }
  }
}
