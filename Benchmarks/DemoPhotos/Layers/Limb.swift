/// A straight piece of wood that tapers: trunks, branches and masts.
struct Limb: Sendable {
  var from: Point
  var to: Point
  /// Half the width at both ends, in picture heights.
  var breadth: (Double, Double)

  /// Paints the piece in one colour.
  func paint(_ light: Light, on raster: inout Raster) {
    let edges = raster
    let reach = max(breadth.0, breadth.1) + 0.01
    let area = Area(
      left: min(from.x, to.x) - reach, right: max(from.x, to.x) + reach,
      top: min(from.y, to.y) - reach, bottom: max(from.y, to.y) + reach)
    let length = from.distance(to: to)
    raster.change(area) { x, y, pixel in
      let place = Point(x, y)
      let along = (place.distance(to: from) / length).clamped
      let half = breadth.0.mixed(with: breadth.1, along)
      pixel = pixel.mixed(with: light, edges.coverage(half - place.distance(toLine: from, to)))
    }
  }
}
