internal import CLcms2
internal import Glibc

/// Colour profiles for tests, as they are stored in files.
package enum SampleProfile {
  /// The curve of sRGB as function 4 of Little CMS.
  private static let standardCurve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

  /// sRGB as Little CMS writes it.
  package static func standard() -> [UInt8] { bytes(of: cmsCreate_sRGBProfile()) }

  /// The screen of phones: the primaries of DCI-P3, the white and the curve of sRGB.
  package static func displayP3() -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
      Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
    let curve = cmsBuildParametricToneCurve(nil, 4, standardCurve)
    defer { cmsFreeToneCurve(curve) }
    var curves = [curve, curve, curve]
    return bytes(of: cmsCreateRGBProfile(&white, &primaries, &curves))
  }

  /// The primaries and the white of sRGB, and numbers that are proportional to light.
  package static func linear() -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.640, y: 0.330, Y: 1), Green: cmsCIExyY(x: 0.300, y: 0.600, Y: 1),
      Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
    let curve = cmsBuildGamma(nil, 1)
    defer { cmsFreeToneCurve(curve) }
    var curves = [curve, curve, curve]
    return bytes(of: cmsCreateRGBProfile(&white, &primaries, &curves))
  }

  /// Light up to 10,000 cd/m² or of a scene, as encoders of JPEG XL write it: the primaries of BT.2020,
  /// and the curve as a table.
  /// - Parameter isHLG: Whether the curve is hybrid log-gamma and not perceptual quantization.
  /// - Returns: The profile.
  package static func hdr(isHLG: Bool) -> [UInt8] {
    let table = (0..<4096).map { index in
      let sample = Double(index) / 4095
      return UInt16((isHLG ? hybrid(sample) : pq(sample)) * 65535 + 0.5)
    }
    let curve = cmsBuildTabulatedToneCurve16(nil, 4096, table)
    defer { cmsFreeToneCurve(curve) }
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.708, y: 0.292, Y: 1), Green: cmsCIExyY(x: 0.170, y: 0.797, Y: 1),
      Blue: cmsCIExyY(x: 0.131, y: 0.046, Y: 1))
    var curves = [curve, curve, curve]
    return bytes(of: cmsCreateRGBProfile(&white, &primaries, &curves))
  }

  /// sRGB with code points (ICC.1:2022, 9.2.17) of other colours.
  package static func coded(primaries: UInt8, transfer: UInt8) -> [UInt8] {
    let profile = cmsCreate_sRGBProfile()
    let tag = Array("cicp".utf8) + [0, 0, 0, 0, primaries, transfer, 0, 1]
    cmsWriteRawTag(profile, cmsTagSignature(0x6369_6370), tag, UInt32(tag.count))
    return bytes(of: profile)
  }

  /// SMPTE ST 2084, section 5, as a share of 10,000 cd/m².
  private static func pq(_ sample: Double) -> Double {
    let power = pow(sample, 32.0 / 2523)
    return pow(max(0, power - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * power), 8192.0 / 1305)
  }

  /// ITU-R BT.2100, table 5.
  private static func hybrid(_ sample: Double) -> Double {
    sample <= 0.5
      ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// Greys that are proportional to light.
  package static func linearGray() -> [UInt8] {
    let curve = cmsBuildGamma(nil, 1)
    defer { cmsFreeToneCurve(curve) }
    return bytes(of: cmsCreateGrayProfile(cmsD50_xyY(), curve))
  }

  /// Four inks of which only black is visible: half of it gives the lightness 50.
  package static func grayInk() -> [UInt8] {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, cmsSigCmykData)
    cmsSetPCS(profile, cmsSigLabData)
    let pipeline = cmsPipelineAlloc(nil, 4, 3)
    defer { cmsPipelineFree(pipeline) }
    let stage = cmsStageAllocCLut16bit(nil, 2, 4, 3, nil)
    cmsStageSampleCLut16bit(
      stage,
      { inks, lab, _ in
        guard let inks, let lab else { return 0 }
        lab[0] = 0xFF00 - min(0xFF00, inks[3])
        lab[1] = 0x8000
        lab[2] = 0x8000
        return 1
      }, nil, 0)
    cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, stage)
    cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
    return bytes(of: profile)
  }

  private static func bytes(of profile: cmsHPROFILE?) -> [UInt8] {
    defer { cmsCloseProfile(profile) }
    var count: UInt32 = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }

  /// A colour of Display P3 in sRGB, clipped to its gamut: the two matrices of
  /// CSS Color 4, section 18, multiplied.
  package static func standardColor(ofP3 color: [Int]) -> [Int] {
    let light = color.map { value in
      let sample = Double(value) / 255
      return sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }
    let matrix = [
      [1.224940, -0.224940, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274],
    ]
    return matrix.map { row in
      let sum = min(1, max(0, zip(row, light).map(*).reduce(0, +)))
      let sample = sum <= 0.0031308 ? sum * 12.92 : 1.055 * pow(sum, 1 / 2.4) - 0.055
      return Int((sample * 255).rounded())
    }
  }
}
