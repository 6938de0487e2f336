internal import Imaging

/// The number of a photo, white with a soft dark edge, large in the lower left corner.
///
/// It is drawn on the pixels of a very small thumbnail, 16 by 12: digits of three by five of them,
/// one to every stroke, gap and margin, so that it can be read even there.
struct NumberMark: Painting {
  /// From 0 to 99; always two digits.
  var number: Int

  func paint(on raster: inout Raster) {
    let unit = min(0.095, max(1.0 / 12, raster.width / 16))
    let edges = raster
    var away = Array(repeating: 9.0, count: raster.size.area)
    for stroke in strokes(unit) {
      for (start, end) in zip(stroke, stroke.dropFirst()) {
        measure(start, end, reach: unit * 1.2, raster, &away)
      }
    }
    for index in away.indices where away[index] < unit * 1.2 {
      let beyond = (away[index] - unit / 2) / (unit * 0.7)
      let shadow = 0.74 * (1 - beyond.ramp(-0.1, 1))
      raster.pixels[index] = raster.pixels[index]
        .mixed(with: 0x060A14, shadow)
        .mixed(with: 0xFFFFFF, edges.coverage(unit / 2 - away[index]))
    }
  }

  /// The lines of both digits, where one stroke is as thick as the unit in picture heights.
  private func strokes(_ unit: Double) -> [[Point]] {
    [number / 10, number % 10].enumerated().flatMap { place, digit in
      DigitFont.strokes(of: digit).map { stroke in
        stroke.map { point in
          Point(
            (1.5 + Double(place) * 4 + point.x * 4) * unit, 1 - (1.5 + (1 - point.y) * 4) * unit)
        }
      }
    }
  }

  private func measure(
    _ start: Point, _ end: Point, reach: Double, _ raster: Raster, _ away: inout [Double]
  ) {
    let area = Area(
      left: min(start.x, end.x) - reach, right: max(start.x, end.x) + reach,
      top: min(start.y, end.y) - reach, bottom: max(start.y, end.y) + reach)
    let columns = raster.columns(area)
    for row in raster.rows(area) {
      for column in columns {
        let index = row * raster.size.width + column
        let point = Point(raster.x(column), raster.y(row))
        away[index] = min(away[index], point.distance(toLine: start, end))
      }
    }
  }
}
