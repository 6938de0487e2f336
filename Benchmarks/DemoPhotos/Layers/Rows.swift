/// A field whose rows run together at the horizon.
struct Rows: Painting {
  /// Where the rows meet.
  var vanishing: Point
  /// Where the field begins, in picture heights from the top.
  var top: Double
  /// Rows in one picture width at one picture height below the vanishing point.
  var count: Double
  var bloom: Light
  var bright: Light
  var furrow: Light
  var far: Light
  /// How much of a row is plants, from 0 to 1.
  var fullness = 0.68
  var seed: UInt32

  func paint(on raster: inout Raster) {
    let noise = ValueNoise(seed)
    let edges = raster
    raster.change(Area(top: top)) { x, y, pixel in
      let depth = y - vanishing.y
      let place = (x - vanishing.x) / depth * count
      let bump = (noise.value(place * 3, 1 / depth * 9) - 0.5) * 0.18
      let height = (place + bump).wave * 0.5 + 0.5
      let speckle = noise.clouds(place * 7, 3 / depth * 6, octaves: 3)
      let plants = height.ramp(0.85 - fullness, 1.1 - fullness)
      let flower = bloom.mixed(with: bright, (speckle * 1.5 - 0.45 + height * 0.3).clamped)
      let near = (y - top).ramp(0, 0.16)
      let light = furrow.mixed(with: flower, plants)
      pixel = pixel.mixed(with: far.mixed(with: light, near), edges.coverage(y - top))
    }
  }
}
