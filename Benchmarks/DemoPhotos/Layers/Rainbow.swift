/// A rainbow and, fainter and turned round, its second bow.
struct Rainbow: Painting {
  var center: Point
  /// The outer radius of the first bow, in picture heights.
  var radius: Double
  /// The breadth of the first bow, in picture heights.
  var breadth: Double
  var strength: Double

  private static let colors: Gradient = [
    0: 0xFF3030, 0.2: 0xFF9A20, 0.4: 0xFFF040, 0.6: 0x40E060, 0.8: 0x3090FF, 1: 0x9040E0,
  ]

  func paint(on raster: inout Raster) {
    raster.change(Area(bottom: center.y)) { x, y, pixel in
      let away = Point(x, y).distance(to: center)
      let first = (radius - away) / breadth
      let second = (away - radius * 1.24) / (breadth * 1.4)
      paint(first, strength, &pixel)
      paint(second, strength * 0.35, &pixel)
      pixel = pixel.screened(by: 0xFFFFFF, 0.12 * first.ramp(0.9, 1.3))
    }
  }

  private func paint(_ place: Double, _ strength: Double, _ pixel: inout Light) {
    guard place > -0.3, place < 1.3 else { return }
    let band = place.ramp(-0.25, 0.2) * (1 - place.ramp(0.8, 1.25))
    pixel = pixel.mixed(with: Self.colors.light(at: place), band * strength)
  }
}
