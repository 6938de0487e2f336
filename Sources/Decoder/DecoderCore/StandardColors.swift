import CLcms2

/// What sRGB is in a profile (IEC 61966-2-1, adapted to the white D50 of ISO 15076-1).
enum StandardColors {
  /// How far a value may be off: half a step of eight bits.
  static let tolerance: Float = 0.002

  /// The curve of sRGB as the parameters of Little CMS' function 4.
  static let curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

  static let primaries: [(tag: cmsTagSignature, color: [Double])] = [
    (cmsSigRedColorantTag, [0.4361, 0.2225, 0.0139]),
    (cmsSigGreenColorantTag, [0.3851, 0.7169, 0.0971]),
    (cmsSigBlueColorantTag, [0.1431, 0.0606, 0.7141]),
  ]

  /// Samples and the light they stand for.
  static let points: [(sample: Float, light: Float)] = [
    (0.02, 0.001548), (0.1, 0.010023), (0.25, 0.050876), (0.5, 0.214041), (0.75, 0.522522),
    (0.9, 0.787412),
  ]

  static func isNear(_ found: [Double], _ wanted: [Double]) -> Bool {
    zip(found, wanted).allSatisfy { abs($0 - $1) < Double(tolerance) }
  }
}
