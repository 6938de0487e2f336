/// A tree with a round crown made of many tufts, lit from the upper left.
struct BroadTree: Painting {
  /// Where the trunk leaves the ground.
  var root: Point
  /// The whole height, in picture heights.
  var height: Double
  /// The crown's width and height as shares of the whole height.
  var crown = (width: 0.9, height: 0.62)
  var lit: Light
  var shaded: Light
  var trunk: Light
  var tufts = 90
  var seed: UInt32

  func paint(on raster: inout Raster) {
    paintTrunk(on: &raster)
    let noise = ValueNoise(seed)
    for tuft in 0..<tufts {
      let turn = noise.pick(tuft, 1) * 2 - 1
      let rise = noise.pick(tuft, 2) * 2 - 1
      guard turn * turn + rise * rise < 1 else { continue }
      let order = Double(tuft) / Double(tufts)
      let center = Point(
        root.x + turn * crown.width * height * 0.5,
        root.y - height * (1 - crown.height / 2) + rise * crown.height * height * 0.5)
      let sun = (0.5 - rise * 0.45 - turn * 0.2 + (noise.pick(tuft, 3) - 0.5) * 0.5).clamped
      let light = shaded.mixed(with: lit, (sun * (0.45 + 0.55 * order)).clamped)
      paintTuft(center, height * (0.05 + 0.07 * noise.pick(tuft, 4)), light, on: &raster)
    }
  }

  private func paintTuft(
    _ center: Point, _ radius: Double, _ light: Light, on raster: inout Raster
  ) {
    let noise = ValueNoise(seed &+ 5)
    let edges = raster
    raster.change(.around(center, reach: radius * 1.5)) { x, y, pixel in
      let rough = noise.clouds(x * 70, y * 70, octaves: 2) - 0.5
      let away = Point(x, y).distance(to: center)
      let shade = 1.06 + (center.y - y) / radius * 0.12 + rough * 0.2
      pixel = pixel.mixed(
        with: light.scaled(shade), edges.coverage(radius * (1 + rough * 1.1) - away))
    }
  }

  private func paintTrunk(on raster: inout Raster) {
    let fork = Point(root.x + height * 0.01, root.y - height * (1 - crown.height))
    let reach = crown.width * height * 0.3
    let wood = [
      Limb(from: root, to: fork, breadth: (height * 0.035, height * 0.022)),
      Limb(
        from: fork, to: Point(fork.x - reach, fork.y - height * 0.25),
        breadth: (height * 0.02, height * 0.006)),
      Limb(
        from: fork, to: Point(fork.x + reach, fork.y - height * 0.28),
        breadth: (height * 0.02, height * 0.006)),
    ]
    for limb in wood { limb.paint(trunk, on: &raster) }
  }
}
