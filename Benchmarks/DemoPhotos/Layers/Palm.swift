/// A coconut palm that leans over the water.
struct Palm: Painting {
  var root: Point
  var crown: Point
  /// The length of a frond, in picture heights.
  var frond: Double
  var trunk: Light
  var leaf: Light
  var leafShade: Light

  func paint(on raster: inout Raster) {
    let bend = Point(
      root.x.mixed(with: crown.x, 0.2), root.y.mixed(with: crown.y, 0.55))
    paintCurve(root, bend, crown, (frond * 0.09, frond * 0.05), trunk, on: &raster)
    let tips = [
      (-1.0, 0.3), (-0.95, -0.12), (-0.62, -0.5), (0.05, -0.68), (0.65, -0.45), (1.0, -0.08),
      (0.95, 0.36), (-0.55, 0.72), (0.5, 0.72),
    ]
    for (index, tip) in tips.enumerated() {
      paintFrond(toward: tip, index % 3 == 0 ? leafShade : leaf, on: &raster)
    }
  }

  private func paintFrond(
    toward tip: (Double, Double), _ light: Light, on raster: inout Raster
  ) {
    let bend = Point(crown.x + tip.0 * frond * 0.55, crown.y + (tip.1 - 0.42) * frond * 0.6)
    let end = Point(crown.x + tip.0 * frond, crown.y + tip.1 * frond)
    paintCurve(crown, bend, end, (frond * 0.1, frond * 0.012), light, on: &raster)
  }

  private func paintCurve(
    _ start: Point, _ bend: Point, _ end: Point, _ breadth: (Double, Double), _ light: Light,
    on raster: inout Raster
  ) {
    var before = start
    for step in 1...10 {
      let share = Double(step) / 10
      let next = start.mixed(with: bend, share).mixed(with: bend.mixed(with: end, share), share)
      let half = breadth.0.mixed(with: breadth.1, share)
      Limb(from: before, to: next, breadth: (half, half)).paint(light, on: &raster)
      before = next
    }
  }
}
