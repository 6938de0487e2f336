/// Steep rock with bushes in its cracks.
///
/// Its features hang on places in the picture and not on the depth below the edge, which changes
/// too fast along an upright edge.
struct CragGround: Coloring {
  var bright: Light
  var dark: Light
  /// Bushes on the upper edge and in the cracks.
  var bush: Light
  /// Features in one picture height.
  var detail = 12.0
  /// Where the light comes from: -1 left, 1 right.
  var sunSide = -1.0
  var seed: UInt32

  func light(at spot: Spot, below profile: Profile) -> Light {
    let noise = ValueNoise(seed)
    let crack = noise.ridges(spot.x * detail, spot.y * detail * 0.45, octaves: 5)
    let tuft = noise.clouds(spot.x * detail * 2 + 40, spot.y * detail * 2.4, octaves: 4)
    let slope = min(1.5, max(-1.5, profile.slope(at: spot.x, span: 0.12)))
    let sun = (0.95 - crack * 0.9 + sunSide * slope * 0.2 + (tuft - 0.5) * 0.5).clamped
    let green = (tuft + 0.25 - spot.depth.ramp(0, 0.16) * 0.4).ramp(0.4, 0.56)
    let leaves = dark.mixed(with: bush, (tuft * 1.8 - 0.55 + sunSide * slope * 0.1).clamped)
    return dark.mixed(with: bright, sun).mixed(with: leaves, green * 0.85)
  }
}
