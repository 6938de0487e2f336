/// A soft line of hills.
struct HillOutline: Outlining {
  /// The valley floor, in picture heights from the top.
  var base: Double
  /// How far the highest hills rise above the floor, in picture heights.
  var height: Double
  /// Hills in one picture height.
  var frequency: Double
  var seed: UInt32
  /// Roughness of the edge, in picture heights: grass, or the tops of trees.
  var fringe = 0.0

  func top(at x: Double) -> Double {
    let noise = ValueNoise(seed)
    let edge = fringe == 0 ? 0 : fringe * noise.jagged(x * 60 + 500, octaves: 3)
    return base - height * noise.rolling(x * frequency) - edge
  }
}
