/// A row of fir trees along an outline.
struct Firs: Painting {
  var outline: any Outlining
  /// Between two trees, in picture heights.
  var spacing: Double
  /// The smallest and the largest tree, in picture heights.
  var heights: ClosedRange<Double>
  var crown: Light
  /// What the trees fade into towards the ground.
  var foot: Light
  /// How much snow lies on the branches, from 0 to 1.
  var snow = 0.0
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    for tree in -2...Int(raster.width / spacing) + 2 {
      let x = (Double(tree) + noise.pick(tree, 1) * 0.9) * spacing
      let chance = noise.pick(tree, 2)
      let height = heights.lowerBound.mixed(with: heights.upperBound, chance * chance)
      plant(Point(x, outline.top(at: x) + 0.01), height, UInt32(bitPattern: Int32(tree)), &raster)
    }
  }

  private func plant(_ root: Point, _ height: Double, _ number: UInt32, _ raster: inout Raster) {
    let noise = ValueNoise(seed &+ number &* 31)
    let edges = raster
    let breadth = height * (0.17 + 0.06 * noise.pick(0, 5))
    let area = Area(
      left: root.x - breadth * 1.3, right: root.x + breadth * 1.3, top: root.y - height,
      bottom: root.y + height * 0.1)
    raster.change(area) { x, y, pixel in
      let down = (y - root.y + height) / height
      let branch = down * (7 + 3 * noise.pick(0, 6))
      let tooth = branch - branch.rounded(.down)
      let side = x < root.x ? 0 : 1
      let uneven = 0.8 + 0.4 * noise.pick(Int(branch), side)
      let reach = breadth * down * (0.5 + 0.6 * tooth) * uneven
      let cover = edges.coverage(reach - abs(x - root.x)) * down.ramp(0, 0.04)
      let white = snow * (1 - tooth.ramp(0.1, 0.75)) * (x < root.x ? 1 : 0.72)
      let light = crown.mixed(with: foot, down.ramp(0.3, 1.05)).mixed(with: 0xF4F9FF, white)
      pixel = pixel.mixed(with: light, cover)
    }
  }
}
