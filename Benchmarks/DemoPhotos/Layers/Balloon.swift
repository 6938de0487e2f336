/// A hot-air balloon with upright stripes.
struct Balloon: Painting {
  /// The middle of the round part.
  var center: Point
  /// The radius, in picture heights.
  var radius: Double
  var stripes: (Light, Light)

  func paint(on raster: inout Raster) {
    let edges = raster
    raster.change(.around(center, reach: radius * 2.2)) { x, y, pixel in
      let across = (x - center.x) / radius
      let down = (y - center.y) / radius
      let half = halfWidth(down)
      let inside = (half - abs(across)) * radius
      if half > 0 {
        let place = across / max(half, 0.05)
        let bulge = place * (0.6 + 0.4 * place * place)
        let stripe = (bulge * 2 + 0.25).wave.ramp(-0.12, 0.12)
        let shade = 1.08 - 0.55 * (place * 0.5 + 0.5).ramp(0.2, 1.1) - 0.1 * down
        let light = stripes.0.mixed(with: stripes.1, stripe).scaled(shade)
        pixel = pixel.mixed(with: light, edges.coverage(inside))
      }
      let basket = min(0.16 - abs(across), 0.15 - abs(down - 1.72)) * radius
      let ropes = down > 1.3 && down < 1.6 ? (0.03 - abs(abs(across) - 0.13)) * radius : -1
      pixel = pixel.mixed(with: 0x3A2418, edges.coverage(max(basket, ropes)))
    }
  }

  /// Half the width of the balloon, in radii, that many radii below its middle.
  private func halfWidth(_ down: Double) -> Double {
    guard down > -1, down < 1.32 else { return -1 }
    if down < 0.35 { return (1 - down * down).squareRoot() }
    let taper = (down - 0.35) / 0.97
    return 0.937 - 0.36 * taper - 0.397 * taper * taper
  }
}
