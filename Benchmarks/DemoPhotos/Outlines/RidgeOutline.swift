/// A mountain ridge of jagged noise.
struct RidgeOutline: Outlining {
  /// The valley floor, in picture heights from the top.
  var base: Double
  /// How far the highest tops rise above the floor, in picture heights.
  var height: Double
  /// Large features in one picture height.
  var frequency: Double
  var seed: UInt32
  var octaves = 7

  func top(at x: Double) -> Double {
    base - height * ValueNoise(seed).jagged(x * frequency, octaves: octaves)
  }
}
