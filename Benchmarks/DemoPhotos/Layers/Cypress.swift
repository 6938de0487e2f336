/// A slim cypress, lit from the left.
struct Cypress: Painting {
  var root: Point
  /// The height, in picture heights.
  var height: Double
  var lit: Light
  var shaded: Light

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(91)
    let edges = raster
    let breadth = height * 0.11
    let area = Area(
      left: root.x - breadth * 1.4, right: root.x + breadth * 1.4, top: root.y - height,
      bottom: root.y + 0.01)
    raster.change(area) { x, y, pixel in
      let up = (root.y - y) / height
      let shape = up < 0.25 ? 0.7 + up * 1.2 : 1 - (up - 0.25) * (up - 0.25) * 1.78
      let rough = noise.clouds(x * 60, y * 45, octaves: 2) - 0.5
      let across = (x - root.x) / breadth
      let inside = (shape + rough * 0.35 - abs(across)) * breadth
      let light = lit.mixed(with: shaded, (across * 0.6 + 0.5 + rough).ramp(0.2, 0.8))
      pixel = pixel.mixed(with: light, edges.coverage(inside) * up.ramp(-0.02, 0.02))
    }
  }
}
