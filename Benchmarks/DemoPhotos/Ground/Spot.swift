/// A place on land.
struct Spot: Sendable {
  /// Picture heights from the left.
  var x: Double
  /// Picture heights from the top.
  var y: Double
  /// Picture heights below the upper edge of the land.
  var depth: Double
}
