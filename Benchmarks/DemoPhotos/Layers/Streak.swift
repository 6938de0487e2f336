internal import Imaging

/// A line of light with a glow: lightning, or lava.
struct Streak: Painting {
  var points: [Point]
  /// Half the width at the start and at the end, in picture heights.
  var breadth: (start: Double, end: Double)
  var core: Light
  var glow: Light
  /// How far the glow reaches, in picture heights.
  var reach: Double
  /// How often every piece is broken in two, sideways by chance.
  var breaks = 0
  var seed: UInt32 = 1

  func paint(on raster: inout Raster) {
    let line = broken
    let edges = raster
    var nearest = Array(repeating: (away: 9.0, along: 0.0), count: raster.size.area)
    for index in line.indices.dropLast() {
      measure(line[index], line[index + 1], Double(index) / Double(line.count), raster, &nearest)
    }
    for index in nearest.indices where nearest[index].away < reach * 6 {
      let (away, along) = nearest[index]
      let half = breadth.start.mixed(with: breadth.end, along)
      raster.pixels[index] = raster.pixels[index]
        .screened(by: glow, 0.8 * (away / reach).falloff)
        .mixed(with: core, edges.coverage(half - away))
    }
  }

  private func measure(
    _ start: Point, _ end: Point, _ along: Double, _ raster: Raster,
    _ nearest: inout [(away: Double, along: Double)]
  ) {
    let area = Area(
      left: min(start.x, end.x) - reach * 6, right: max(start.x, end.x) + reach * 6,
      top: min(start.y, end.y) - reach * 6, bottom: max(start.y, end.y) + reach * 6)
    let columns = raster.columns(area)
    for row in raster.rows(area) {
      for column in columns {
        let away = Point(raster.x(column), raster.y(row)).distance(toLine: start, end)
        let index = row * raster.size.width + column
        if away < nearest[index].away { nearest[index] = (away, along) }
      }
    }
  }

  private var broken: [Point] {
    let noise = ValueNoise(seed)
    var line = points
    for level in 0..<breaks {
      var finer: [Point] = []
      for (index, pair) in zip(line, line.dropFirst()).enumerated() {
        let push = (noise.pick(index, level) - 0.5) * pair.0.distance(to: pair.1) * 0.45
        let middle = pair.0.mixed(with: pair.1, 0.5)
        finer += [pair.0, Point(middle.x + push, middle.y + push * 0.2)]
      }
      line = finer + line.suffix(1)
    }
    return line
  }
}
