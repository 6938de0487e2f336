/// A sailing boat: a hull, a mast and two sails.
struct Sailboat: Painting {
  /// The middle of the waterline.
  var center: Point
  /// The height of the mast, in picture heights.
  var height: Double
  var hull: Light
  var sail: Light

  func paint(on raster: inout Raster) {
    let edges = raster
    raster.change(.around(center, reach: height * 1.1)) { x, y, pixel in
      let across = (x - center.x) / height
      let up = (center.y - y) / height
      let main = min(up - 0.14, min(0.34 * (1.02 - up) - across, across - 0.02))
      let jib = min(up - 0.12, min(-0.02 - across, 0.3 * (0.9 - up) + across))
      pixel = pixel.mixed(with: sail, edges.coverage(main * height))
      pixel = pixel.mixed(with: sail.scaled(0.86), edges.coverage(jib * height))
      let body = min(min(up + 0.02, 0.09 - up), 0.27 + up * 1.1 - abs(across))
      let mast = min(min(up, 1.05 - up), 0.012 - abs(across))
      pixel = pixel.mixed(with: hull, edges.coverage(max(body, mast) * height))
    }
  }
}
