/// Water that falls in strands from an edge into its own mist.
struct Waterfall: Painting {
  /// The left and the right side at the top, in picture heights.
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
  var bright: Light = 0xFFFFFF
  var shade: Light
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let edges = raster
    let half = (right - left) / 2
    raster.change(Area(left: left - half, right: right + half, top: top, bottom: bottom)) {
      x, y, pixel in
      let fallen = (y - top) / (bottom - top)
      let spread = half * (1 + 0.3 * fallen)
      let ragged = (noise.clouds(x * 30, y * 4, octaves: 3) - 0.5) * half * 0.5
      let inside = spread + ragged - abs(x - left - half)
      let strand = noise.clouds(x * 46, y * 3.2 - fallen, octaves: 4).ramp(0.3, 0.72)
      let light = shade.mixed(with: bright, (strand + fallen * 0.25).clamped)
      pixel = pixel.mixed(with: light, edges.coverage(inside) * (0.55 + 0.45 * strand))
    }
    paintMist(Point(left + half, bottom), half * 2.4, on: &raster)
  }

  private func paintMist(_ center: Point, _ reach: Double, on raster: inout Raster) {
    let noise = ValueNoise(seed &+ 1)
    raster.change(.around(center, reach: reach * 2)) { x, y, pixel in
      let across = (x - center.x) / reach
      let down = (y - center.y) / (reach * 0.45)
      let away = (across * across + down * down).squareRoot()
      let cloud = 0.45 + noise.clouds(x * 9, y * 12, octaves: 4)
      pixel = pixel.mixed(with: bright, ((1 - away.ramp(0, 1.6)) * cloud * 0.85).clamped)
    }
  }
}
