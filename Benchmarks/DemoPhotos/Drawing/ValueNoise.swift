/// Noise between zero and one that is the same on every machine: random values on a lattice of
/// whole numbers, with smooth values in between.
///
/// The lattice is hashed, not stored; the sums of octaves follow Musgrave, "Procedural Fractal
/// Terrains", in Ebert et al., Texturing and Modeling.
struct ValueNoise: Sendable {
  let seed: UInt32

  init(_ seed: UInt32) {
    self.seed = seed
  }

  /// The random value of a lattice point.
  func pick(_ column: Int, _ row: Int = 0) -> Double {
    var hash = seed &* 0x9E37_79B1
    hash ^= UInt32(truncatingIfNeeded: column) &* 0x85EB_CA77
    hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
    hash ^= UInt32(truncatingIfNeeded: row) &* 0xC2B2_AE3D
    hash = (hash ^ (hash >> 13)) &* 0x297A_2D39
    hash ^= hash >> 16
    return Double(hash >> 8) / 16_777_216
  }

  /// The smooth value at a point.
  func value(_ x: Double, _ y: Double) -> Double {
    let left = x.rounded(.down)
    let top = y.rounded(.down)
    let column = Int(left)
    let row = Int(top)
    let across = (x - left).ramp(0, 1)
    let upper = pick(column, row).mixed(with: pick(column + 1, row), across)
    let lower = pick(column, row + 1).mixed(with: pick(column + 1, row + 1), across)
    return upper.mixed(with: lower, (y - top).ramp(0, 1))
  }

  /// Octaves of smooth values, each twice as fine and half as strong as the one before.
  func clouds(_ x: Double, _ y: Double, octaves: Int = 5) -> Double {
    sum(x, y, octaves: octaves) { $0 }
  }

  /// Octaves folded at their middle, so that sharp ridges stand where the noise was a half.
  func ridges(_ x: Double, _ y: Double, octaves: Int = 5) -> Double {
    sum(x, y, octaves: octaves) { 1 - abs(2 * $0 - 1) }
  }

  /// Octaves along a line with straight pieces in between: the jagged edge of rock.
  func jagged(_ x: Double, octaves: Int = 6) -> Double {
    along(x, octaves: octaves) { $0 }
  }

  /// Octaves along a line with smooth pieces in between: the soft edge of hills.
  func rolling(_ x: Double, octaves: Int = 2) -> Double {
    along(x, octaves: octaves) { $0.ramp(0, 1) }
  }

  private func sum(
    _ x: Double, _ y: Double, octaves: Int, _ fold: (Double) -> Double
  ) -> Double {
    var total = 0.0
    var weight = 0.5
    var scale = 1.0
    for octave in 0..<octaves {
      let shift = Double(octave) * 17.31
      total += weight * fold(value(x * scale + shift, y * scale - shift))
      weight /= 2
      scale *= 2
    }
    return total / (1 - 2 * weight)
  }

  private func along(_ x: Double, octaves: Int, _ ease: (Double) -> Double) -> Double {
    var total = 0.0
    var weight = 0.5
    var place = x
    for octave in 0..<octaves {
      let left = place.rounded(.down)
      let column = Int(left)
      let share = ease(place - left)
      total += weight * pick(column, octave).mixed(with: pick(column + 1, octave), share)
      weight /= 2
      place *= 2
    }
    return total / (1 - 2 * weight)
  }
}
