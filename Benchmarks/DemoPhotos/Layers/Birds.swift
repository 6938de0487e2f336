/// A few birds far away.
struct Birds: Painting {
  var places: [Point]
  /// The wing span, in picture heights.
  var span: Double
  var light: Light

  func paint(on raster: inout Raster) {
    for (index, place) in places.enumerated() {
      let half = span * (0.4 + 0.1 * Double(index % 3))
      for side in [-1.0, 1.0] {
        let wrist = Point(place.x + side * half * 0.45, place.y - half * 0.35)
        let tip = Point(place.x + side * half, place.y - half * 0.1)
        Limb(from: place, to: wrist, breadth: (span * 0.045, span * 0.04))
          .paint(light, on: &raster)
        Limb(from: wrist, to: tip, breadth: (span * 0.04, span * 0.012))
          .paint(light, on: &raster)
      }
    }
  }
}
