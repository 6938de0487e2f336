internal import Imaging

/// Coding-independent code points of a color space (ITU-T H.273, sections 8.1 and 8.2).
package struct CICP: Hashable, Sendable {
  package let primaries, transfer: Int

  package init(primaries: Int, transfer: Int) {
    (self.primaries, self.transfer) = (primaries, transfer)
  }

  /// The color space; sRGB for unknown codes.
  package var colors: PictureColors {
    if let hdr { return .hdr(hdr) }
    let chromaticities = knownChromaticities
    // The curves of television are those of cameras: screens show them nearly as sRGB.
    let isPlain = chromaticities == Calibration.standardChromaticities
    let calibration = Calibration(
      chromaticities: isPlain ? nil : chromaticities, gamma: Self.gammas[transfer])
    return calibration.map(PictureColors.calibrated) ?? .standard
  }

  var hdr: HDRColors? { HDRColors(transfer: transfer, chromaticities: knownChromaticities) }

  private var knownChromaticities: [Int] {
    Self.chromaticities[primaries] ?? Calibration.standardChromaticities
  }

  /// White, red, green and blue in 1/100,000, for the codes in photos; 1 is sRGB.
  private static let chromaticities = [
    4: [31000, 31600, 67000, 33000, 21000, 71000, 14000, 8000],
    5: [31270, 32900, 64000, 33000, 29000, 60000, 15000, 6000],
    6: [31270, 32900, 63000, 34000, 31000, 59500, 15500, 7000],
    7: [31270, 32900, 63000, 34000, 31000, 59500, 15500, 7000],
    9: [31270, 32900, 70800, 29200, 17000, 79700, 13100, 4600],
    11: [31400, 35100, 68000, 32000, 26500, 69000, 15000, 6000],
    12: [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000],
  ]

  private static let gammas = [4: 45455, 5: 35714, 8: 100_000]
}

extension CICP {
  /// Reads the code points that a profile may contain (ICC.1:2022, 9.2.17, 10.3); nil if none.
  init?(inProfile profile: [UInt8]) {
    guard let tag = ICCProfile.tag("cicp", in: ByteView(profile)), tag.has("cicp"),
      let primaries = tag.number(at: 8, 1), let transfer = tag.number(at: 9, 1)
    else { return nil }
    self.init(primaries: primaries, transfer: transfer)
  }
}
