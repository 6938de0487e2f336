/// The outline of an umbrella thorn against the light.
struct Acacia: Painting {
  var root: Point
  /// The whole height, in picture heights.
  var height: Double
  var light: Light
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let fork = Point(root.x + height * 0.03, root.y - height * 0.42)
    let trunk = Limb(from: root, to: fork, breadth: (height * 0.035, height * 0.022))
    trunk.paint(light, on: &raster)
    for (side, rise) in [(-0.55, 0.80), (-0.25, 0.84), (0.12, 0.9), (0.38, 0.85), (0.6, 0.78)] {
      let end = Point(root.x + side * height, root.y - rise * height)
      Limb(from: fork, to: end, breadth: (height * 0.02, height * 0.007))
        .paint(light, on: &raster)
    }
    paintCanopy(Point(root.x - height * 0.05, root.y - height * 0.86), 0.78, 0.13, on: &raster)
    paintCanopy(Point(root.x + height * 0.34, root.y - height * 0.8), 0.42, 0.09, on: &raster)
    paintCanopy(Point(root.x - height * 0.45, root.y - height * 0.78), 0.34, 0.07, on: &raster)
  }

  private func paintCanopy(
    _ center: Point, _ width: Double, _ thickness: Double, on raster: inout Raster
  ) {
    let noise = ValueNoise(seed)
    let edges = raster
    raster.change(.around(center, reach: width * height * 1.2)) { x, y, pixel in
      let across = (x - center.x) / (width * height)
      let down = (y - center.y) / (thickness * height)
      let flat = down > 0 ? down * 1.9 : down
      let leaves = (noise.clouds(x * 34, y * 34, octaves: 4) - 0.5) * 1.15
      let inside = 1 - across * across - flat * flat + leaves
      let cover = edges.coverage(inside * thickness * height * 0.5)
      pixel = pixel.mixed(with: light, cover)
    }
  }
}
