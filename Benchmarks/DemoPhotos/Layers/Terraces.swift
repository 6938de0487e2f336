/// Rice terraces: flat steps that follow the slope, each with a green bank and water that mirrors
/// the sky.
struct Terraces: Painting {
  /// Where the slope begins, in picture heights from the top.
  var outline: any Outlining
  var steps: Double
  var bank: Light
  var bankShade: Light
  var water: Gradient
  var rice: Light
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let edges = raster
    raster.change { x, y, pixel in
      let inside = y - outline.top(at: x)
      guard inside > -0.01 else { return }
      let bend =
        noise.clouds(x * 1.7, y * 1.3, octaves: 2) * 0.34
        + 0.012 * noise.value(x * 16, y * 9)
      let level = (max(0, y + bend - 0.42)).squareRoot() * steps
      let step = level.rounded(.down)
      let share = level - step
      let kind = noise.value(x * 2.2, step * 7.3)
      let sky = water.light(at: y + (kind - 0.5) * 0.16)
      let surface = sky.mixed(with: rice, kind.ramp(0.5, 0.62) * 0.75)
      let grass = bankShade.mixed(with: bank, noise.value(x * 50, y * 50) * 0.6 + share)
      let light = grass.mixed(with: surface, share.ramp(0.3, 0.36))
        .mixed(with: bankShade, share.ramp(0.93, 1) * 0.8)
      pixel = pixel.mixed(with: light, edges.coverage(inside))
    }
  }
}
