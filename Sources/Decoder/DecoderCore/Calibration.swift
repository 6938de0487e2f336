/// The colours of a screen, as the chunks cHRM and gAMA of a PNG tell them (W3C PNG, section 11.3.2).
package struct Calibration: Hashable, Sendable {
  /// The chromaticities x and y of white, red, green and blue, in 1/100,000.
  var chromaticities: [Int]
  /// The exponent that samples are encoded with, in 1/100,000; nil for the curve of sRGB.
  var gamma: Int?

  /// The primaries and the white of sRGB (IEC 61966-2-1).
  static let standardChromaticities = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
  /// An exponent that encoders write for sRGB, and how far they are off by rounding.
  private static let standardGamma = 45455
  private static let gammaTolerance = 1000

  /// Takes what a PNG tells.
  /// - Returns: Nil where it tells nonsense or nothing.
  init?(chromaticities: [Int]?, gamma: Int?) {
    let values = chromaticities ?? Self.standardChromaticities
    let isCurved = gamma.map { abs($0 - Self.standardGamma) > Self.gammaTolerance } ?? false
    guard chromaticities != nil || isCurved, values.count == 8,
      stride(from: 1, to: 8, by: 2).allSatisfy({ values[$0] > 0 && values[$0] <= 100_000 }),
      values.allSatisfy({ (0...100_000).contains($0) }),
      gamma.map((10_000...1_000_000).contains) ?? true
    else { return nil }
    self.chromaticities = values
    self.gamma = isCurved ? gamma : nil
  }
}
