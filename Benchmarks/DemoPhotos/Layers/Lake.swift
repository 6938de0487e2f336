/// Still water that mirrors what has been painted above it.
struct Lake: Painting {
  /// The shore, in picture heights from the top.
  var level: Double
  /// The colour of the water itself, seen near the lower edge.
  var depths: Light
  /// How much of it is seen at the shore, and at the lower edge.
  var clarity = (shore: 0.12, near: 0.6)
  /// How far ripples push the mirrored picture about.
  var ripple = 0.02
  var glint: Light = 0xFFFFFF
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let scene = raster
    raster.change(Area(top: level)) { x, y, pixel in
      let depth = y - level
      let near = depth / (1 - level)
      let far = 1 / (depth + 0.05)
      let swell = noise.clouds(x * far * 0.55, far * 4, octaves: 3) - 0.5
      let push = ripple * (0.3 + 2.5 * depth)
      let mirrored = scene.light(at: x + swell * push, level - depth * 0.94 + swell * push * 3)
      let share = clarity.shore.mixed(with: clarity.near, near)
      let line = noise.value(x * far * 0.9, far * 9)
      let sparkle = line.ramp(0.72, 0.95) * 0.16
      pixel = mirrored.mixed(with: depths, share).mixed(with: glint, sparkle)
    }
  }
}
