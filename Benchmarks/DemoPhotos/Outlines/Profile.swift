internal import Imaging

/// An outline measured once for every column of a raster, with the slopes that shading asks for.
struct Profile: Sendable {
  /// Measures in one pixel, across: enough for the edge of a steep rock to look smooth.
  static let measuresPerColumn = 4

  private let tops: [Double]
  private let scale: Double

  init(_ outline: any Outlining, on raster: Raster) {
    let step = 1 / (raster.scale * Double(Self.measuresPerColumn))
    tops = (0..<raster.size.width * Self.measuresPerColumn).map { index in
      outline.top(at: (Double(index) + 0.5) * step)
    }
    scale = raster.scale * Double(Self.measuresPerColumn)
  }

  /// The edge as it runs through one column of pixels, in picture heights from the top.
  func tops(ofColumn column: Int) -> ArraySlice<Double> {
    tops[column * Self.measuresPerColumn..<(column + 1) * Self.measuresPerColumn]
  }

  /// How steeply the land falls to the right, in heights a height, measured over a span.
  func slope(at x: Double, span: Double) -> Double {
    let left = index(x - span / 2)
    let right = index(x + span / 2)
    guard right > left else { return 0 }
    return (tops[right] - tops[left]) / (Double(right - left) / scale)
  }

  private func index(_ x: Double) -> Int {
    Int(min(Double(tops.count - 1), max(0, x * scale)))
  }
}
