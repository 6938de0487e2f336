internal import Imaging

/// Everything below an outline.
struct Land: Painting {
  var outline: any Outlining
  var ground: any Coloring

  func paint(on raster: inout Raster) {
    let profile = Profile(outline, on: raster)
    for column in 0..<raster.size.width {
      paint(column, profile, on: &raster)
    }
  }

  private func paint(_ column: Int, _ profile: Profile, on raster: inout Raster) {
    let tops = profile.tops(ofColumn: column)
    let mean = tops.reduce(0, +) / Double(tops.count)
    let highest = tops.min() ?? mean
    let lowest = tops.max() ?? mean
    for row in raster.rows(Area(top: max(0, highest - 1 / raster.scale))) {
      let y = raster.y(row)
      let spot = Spot(x: raster.x(column), y: y, depth: max(0, y - mean))
      let light = ground.light(at: spot, below: profile)
      let index = row * raster.size.width + column
      let isInside = y - lowest > 1 / raster.scale
      let cover =
        isInside ? 1 : tops.reduce(0) { $0 + raster.coverage(y - $1) } / Double(tops.count)
      raster.pixels[index] = raster.pixels[index].mixed(with: light, cover)
    }
  }
}
