/// Grass, flowers or the crowns of a wood: patches of two colours that grow larger with depth.
struct MeadowGround: Coloring {
  var bright: Light
  var dark: Light
  /// The colour of the far edge, and how deep it reaches, in picture heights.
  var edge: Light
  var edgeDepth = 0.1
  /// Patches in one picture height.
  var patches = 12.0
  /// How much flatter than wide a patch lies.
  var flatness = 2.5
  var seed: UInt32

  func light(at spot: Spot, below profile: Profile) -> Light {
    let noise = ValueNoise(seed)
    let near = 1 / (0.35 + spot.depth * 1.6)
    let patch = noise.clouds(spot.x * patches * near, spot.depth * patches * flatness * near)
    let blades = noise.value(spot.x * 160, spot.y * 90) - 0.5
    let sun = (patch + blades * 0.16).ramp(0.3, 0.7)
    return dark.mixed(with: bright, sun)
      .mixed(with: edge, 1 - spot.depth.ramp(0, edgeDepth))
  }
}
