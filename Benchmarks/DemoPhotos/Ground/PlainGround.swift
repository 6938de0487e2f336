/// Land without features: a far ridge that fades into haze towards its foot.
struct PlainGround: Coloring {
  var crest: Light
  var foot: Light
  /// Where the foot's colour is reached, in picture heights below the edge.
  var depth: Double

  func light(at spot: Spot, below profile: Profile) -> Light {
    crest.mixed(with: foot, spot.depth.ramp(0, depth))
  }
}
