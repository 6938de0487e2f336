/// A place in a painting, measured in picture heights from the top left corner.
struct Point: Hashable, Sendable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// How far another point is, in picture heights.
  func distance(to other: Point) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// How far the line from one point to another is, in picture heights.
  func distance(toLine start: Point, _ end: Point) -> Double {
    let dx = end.x - start.x
    let dy = end.y - start.y
    let length = dx * dx + dy * dy
    guard length > 0 else { return distance(to: start) }
    let share = (((x - start.x) * dx + (y - start.y) * dy) / length).clamped
    return distance(to: start.mixed(with: end, share))
  }

  /// The point in between: itself at zero, the other at one.
  func mixed(with other: Point, _ share: Double) -> Point {
    Point(x.mixed(with: other.x, share), y.mixed(with: other.y, share))
  }
}
