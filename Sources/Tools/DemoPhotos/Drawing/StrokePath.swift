/// A line under way, as a pen draws it.
struct StrokePath: Sendable {
  /// The points so far; curves are short straight pieces.
  private(set) var points: [Point]

  init(_ x: Double, _ y: Double) {
    points = [Point(x, y)]
  }

  /// Goes straight to a point.
  func line(_ x: Double, _ y: Double) -> StrokePath {
    var path = self
    path.points.append(Point(x, y))
    return path
  }

  /// Goes to a point along a quarter of an ellipse, towards the corner first.
  ///
  /// A rational Bézier curve of second degree, whose middle weight of half the root of two makes
  /// it an exact ellipse without a sine.
  func curve(_ corner: (Double, Double), _ end: (Double, Double)) -> StrokePath {
    guard let start = points.last else { return self }
    let weight = 0.5.squareRoot()
    var path = self
    for step in 1...12 {
      let share = Double(step) / 12
      let first = (1 - share) * (1 - share)
      let second = 2 * share * (1 - share) * weight
      let third = share * share
      let sum = first + second + third
      path.points.append(
        Point(
          (start.x * first + corner.0 * second + end.0 * third) / sum,
          (start.y * first + corner.1 * second + end.1 * third) / sum))
    }
    return path
  }
}
