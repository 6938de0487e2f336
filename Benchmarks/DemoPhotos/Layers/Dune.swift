/// A dune: a sharp crest with a lit face on one side and a face in shadow on the other.
struct Dune: Painting {
  var peak: Point
  /// How fast the crest falls to the left and to the right, in heights a height.
  var fall: (left: Double, right: Double)
  /// How far the edge of the shadow leans to the right on its way down, in heights a height.
  var lean: Double
  var lit: Light
  var shaded: Light
  /// What the dune fades into, at the lower edge of the picture.
  var foot: Light
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let edges = raster
    raster.change(Area(top: peak.y - 0.02)) { x, y, pixel in
      let inside = y - crest(at: x, noise)
      guard inside > -0.01 else { return }
      let down = y - peak.y
      let bend = (down * 1.9 + 0.1 * noise.pick(1)).wave * 0.06 * min(1, down * 5)
      let edge = peak.x + lean * down + bend
      let shadow = edges.coverage((x - edge) * 0.8)
      let ripple = (y * 46 + noise.clouds(x * 5, y * 5, octaves: 3) * 7).wave
      let strength = (1 - shadow * 0.7) * 0.05 * inside.ramp(0, 0.15)
      let glow = lit.scaled(1 + ripple * strength - inside * 0.25)
      let light = glow.mixed(with: shaded, shadow).mixed(with: foot, down.ramp(0.1, 0.75) * 0.6)
      pixel = pixel.mixed(with: light, edges.coverage(inside))
    }
  }

  private func crest(at x: Double, _ noise: ValueNoise) -> Double {
    let away = x - peak.x
    let steep = away < 0 ? fall.left : fall.right
    let round = away * away / (abs(away) + 0.06)
    return peak.y + round * steep + 0.02 * (noise.rolling(x * 3) - 0.5) * min(1, abs(away) * 4)
  }
}
