/// What colours mean by two code points (ITU-T H.273 and ISO/IEC 23091-2, sections 8.1 and 8.2).
package struct CodedColors: Hashable, Sendable {
  /// The code of the primaries.
  package let primaries: Int
  /// The code of the curve.
  package let transfer: Int

  /// Takes two codes, of any meaning or none.
  package init(primaries: Int, transfer: Int) {
    self.primaries = primaries
    self.transfer = transfer
  }

  /// What they mean; sRGB where that is nothing known.
  package var colors: PictureColors {
    if let highRange { return .highRange(highRange) }
    let chromaticities = knownChromaticities
    // The curves of television are those of cameras: screens show them nearly as sRGB.
    let isPlain = chromaticities == Calibration.standardChromaticities
    let calibration = Calibration(
      chromaticities: isPlain ? nil : chromaticities, gamma: Self.gammas[transfer])
    return calibration.map(PictureColors.calibrated) ?? .standard
  }

  /// What they mean where that is brighter than a screen; nil for ordinary colours.
  var highRange: HighRange? {
    HighRange(transfer: transfer, chromaticities: knownChromaticities)
  }

  private var knownChromaticities: [Int] {
    Self.chromaticities[primaries] ?? Calibration.standardChromaticities
  }

  /// White, red, green and blue in 1/100,000: the codes that photos have, beside 1, which is sRGB.
  private static let chromaticities = [
    4: [31000, 31600, 67000, 33000, 21000, 71000, 14000, 8000],
    5: [31270, 32900, 64000, 33000, 29000, 60000, 15000, 6000],
    6: [31270, 32900, 63000, 34000, 31000, 59500, 15500, 7000],
    7: [31270, 32900, 63000, 34000, 31000, 59500, 15500, 7000],
    9: [31270, 32900, 70800, 29200, 17000, 79700, 13100, 4600],
    11: [31400, 35100, 68000, 32000, 26500, 69000, 15000, 6000],
    12: [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000],
  ]

  /// The exponents that samples are encoded with, in 1/100,000.
  private static let gammas = [4: 45455, 5: 35714, 8: 100_000]
}
