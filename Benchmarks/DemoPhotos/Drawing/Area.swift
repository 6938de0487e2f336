/// A part of a painting, measured in picture heights from the top left corner.
struct Area: Hashable, Sendable {
  var left = 0.0
  var right = Double.infinity
  var top = 0.0
  var bottom = Double.infinity

  /// The square round a point.
  static func around(_ point: Point, reach: Double) -> Area {
    Area(
      left: point.x - reach, right: point.x + reach, top: point.y - reach, bottom: point.y + reach)
  }
}
