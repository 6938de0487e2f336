/// Says where land begins.
protocol Outlining: Sendable {
  /// The upper edge, in picture heights from the top, at a place counted from the left.
  func top(at x: Double) -> Double
}
