/// Bare rock in the sun, with snow above.
///
/// A face is lit by the slope of the edge above it; the place that is asked wanders sideways with
/// the depth, which draws ribs and gullies down from every peak.
struct RockGround: Coloring {
  var lit: Light
  var shaded: Light
  var snow: Light = 0xFFFFFF
  var snowShade: Light = 0xA8C0E0
  /// How far snow reaches down from the edge, in picture heights.
  var snowDepth = 0.0
  /// What the foot fades into.
  var haze: Light
  /// Where only haze is left, in picture heights from the top, and where it begins.
  var hazeEnd: Double
  var hazeStart: Double
  /// Faces in one picture height.
  var detail = 7.0
  /// Where the sun stands: -1 left, 1 right.
  var sunSide = -1.0
  var seed: UInt32

  func light(at spot: Spot, below profile: Profile) -> Light {
    let noise = ValueNoise(seed)
    let wander = noise.clouds(spot.x * detail, spot.y * detail * 0.6, octaves: 5) - 0.5
    let place = spot.x + wander * (0.03 + spot.depth * 0.85)
    let slope = profile.slope(at: place, span: 0.012 + spot.depth * 0.22)
    let grain = noise.ridges(place * detail * 2, spot.y * detail * 1.1, octaves: 5) - 0.55
    let sun = (0.5 + sunSide * slope * 0.6 + grain * 1.1).ramp(0.12, 0.88)
    let rock = shaded.mixed(with: lit, sun)
    let white = snowShade.mixed(with: snow, sun)
    let line = snowDepth * (0.35 + 1.3 * noise.clouds(place * 9, spot.y * 4, octaves: 4))
    let cover =
      snowDepth == 0 ? 0 : 1 - (spot.depth - grain * 0.05).ramp(line - 0.015, line + 0.015)
    return rock.mixed(with: white, cover)
      .mixed(with: haze, spot.y.ramp(hazeStart, hazeEnd))
  }
}
