/// Gives land its colours.
protocol Coloring: Sendable {
  /// The colour of a place below the edge of the land.
  func light(at spot: Spot, below profile: Profile) -> Light
}
