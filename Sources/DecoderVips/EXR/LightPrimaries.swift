/// Converts light to sRGB primaries (SMPTE RP 177, with Bradford adaptation of the white point).
struct LightPrimaries {
  private let columns: Matrix

  private static let sRGB = Matrix(
    red: SIMD2(0.64, 0.33), green: SIMD2(0.3, 0.6), blue: SIMD2(0.15, 0.06), white: d65)
  private static let d65: SIMD2<Float> = SIMD2(0.3127, 0.3290)
  private static let bradford = Matrix(
    SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))

  /// Takes chromaticities; nil for those of sRGB or invalid ones.
  init?(
    red: SIMD2<Float>, green: SIMD2<Float>, blue: SIMD2<Float>, white: SIMD2<Float>
  ) {
    let colors = [red, green, blue, white]
    let own: [SIMD2<Float>] = [SIMD2(0.64, 0.33), SIMD2(0.3, 0.6), SIMD2(0.15, 0.06), Self.d65]
    let isOther = zip(colors, own).contains { color, own in
      (color - own).max() > 0.001 || (own - color).max() > 0.001
    }
    guard isOther, colors.allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.y) > 0.0001 }),
      let light = Matrix(red: red, green: green, blue: blue, white: white),
      let back = Self.sRGB?.inverse, let unadapted = Self.bradford.inverse
    else { return nil }
    let cones = Self.bradford * Matrix.light(Self.d65) / (Self.bradford * Matrix.light(white))
    let adaptation = unadapted * Matrix.diagonal(cones) * Self.bradford
    columns = back * adaptation * light
    guard columns.isFinite else { return nil }
  }

  /// Out-of-gamut components are negative.
  func sRGB(of light: SIMD3<Float>) -> SIMD3<Float> {
    columns * light
  }
}

private struct Matrix {
  private let x: SIMD3<Float>
  private let y: SIMD3<Float>
  private let z: SIMD3<Float>

  init(_ x: SIMD3<Float>, _ y: SIMD3<Float>, _ z: SIMD3<Float>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  init?(red: SIMD2<Float>, green: SIMD2<Float>, blue: SIMD2<Float>, white: SIMD2<Float>) {
    let plain = Matrix(Self.light(red), Self.light(green), Self.light(blue))
    guard let inverse = plain.inverse else { return nil }
    self = plain * Self.diagonal(inverse * Self.light(white))
  }

  static func light(_ color: SIMD2<Float>) -> SIMD3<Float> {
    SIMD3(color.x / color.y, 1, (1 - color.x - color.y) / color.y)
  }

  static func diagonal(_ values: SIMD3<Float>) -> Matrix {
    Matrix(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
  }

  var isFinite: Bool {
    [x, y, z].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
  }

  var inverse: Matrix? {
    let rows = (Self.cross(y, z), Self.cross(z, x), Self.cross(x, y))
    let determinant = (x * rows.0).sum()
    guard abs(determinant) > 1e-6 else { return nil }
    return Matrix(
      SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
      SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
      SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
  }

  private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  static func * (matrix: Matrix, vector: SIMD3<Float>) -> SIMD3<Float> {
    matrix.x * vector.x + matrix.y * vector.y + matrix.z * vector.z
  }

  static func * (left: Matrix, right: Matrix) -> Matrix {
    Matrix(left * right.x, left * right.y, left * right.z)
  }
}
