/// A line from point to point, made rough: peaks, cones, mesas and islands of a chosen shape.
struct PointOutline: Outlining {
  /// The points from left to right; level with the first and the last outside.
  var points: [Point]
  /// How far the rough line leaves the straight one, in picture heights.
  var roughness: Double
  /// Rough features in one picture height.
  var frequency = 6.0
  var seed: UInt32

  func top(at x: Double) -> Double {
    let rough = ValueNoise(seed).jagged(x * frequency, octaves: 6) - 0.5
    return straight(at: x) + rough * 2 * roughness
  }

  private func straight(at x: Double) -> Double {
    guard var before = points.first else { return 1 }
    for point in points {
      if x < point.x {
        guard point.x > before.x else { return point.y }
        return before.y.mixed(with: point.y, (x - before.x) / (point.x - before.x))
      }
      before = point
    }
    return before.y
  }
}
