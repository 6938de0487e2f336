extension HighRange.Curve {
  /// How far the curve of a profile may be off, as a share of the light.
  static let tolerance: Float = 0.02

  /// Samples and the share of the brightest light that they stand for, as profiles have them.
  var points: [(sample: Float, light: Float)] {
    [0.45, 0.55, 0.65, 0.75, 0.85, 0.95].map { ($0, light(of: $0) / brightest) }
  }
}
