/// Layered sandstone with upright cracks, as mesas and sea cliffs show it.
struct StrataGround: Coloring {
  var bright: Light
  var dark: Light
  /// What the foot fades into, and where, in picture heights from the top.
  var haze: Light
  var hazeStart: Double
  var hazeEnd: Double
  /// Layers in one picture height.
  var layers = 26.0
  /// Where the sun stands: -1 left, 1 right.
  var sunSide = -1.0
  var seed: UInt32

  func light(at spot: Spot, below profile: Profile) -> Light {
    let noise = ValueNoise(seed)
    let bend = noise.clouds(spot.x * 3, spot.y * 3, octaves: 3) * 0.016
    let layer = noise.clouds(spot.x * 0.7, (spot.y + bend) * layers, octaves: 4)
    let crack = noise.ridges(spot.x * 15, spot.y * 1.6, octaves: 5)
    let slope = profile.slope(at: spot.x, span: 0.05)
    let sun =
      0.45 + (layer - 0.5) * 1.5 + (0.6 - crack) * 1.3 + sunSide * min(1, max(-1, slope)) * 0.3
    return dark.mixed(with: bright, sun.clamped)
      .mixed(with: haze, spot.y.ramp(hazeStart, hazeEnd))
  }
}
