import CLcms2
package import Imaging

extension Bitmap {
  /// Converts to sRGB, or as `WideColors` says, also for broken profiles; with `isGray` a gray
  /// profile applies.
  ///
  /// Callable from any thread.
  package func inStandardColors(_ colors: PictureColors, isGray: Bool) -> Bitmap {
    if let range = colors.hdr { return toneMapped(range) }
    guard let profile = ColorProfile(colors), WideColors.current != nil || !profile.isStandard()
    else { return self }
    if let range = profile.hdr() { return toneMapped(range) }
    if profile.describes(cmsSigRgbData) { return converted(by: profile) }
    guard isGray, profile.describes(cmsSigGrayData) else { return self }
    return converted(byGrays: profile)
  }

  private func toneMapped(_ range: HDRColors) -> Bitmap {
    var colors = straightBytes
    range.toneMap(&colors)
    colors.multiplyByAlpha()
    let primaries = range.calibration.map(PictureColors.calibrated) ?? .standard
    return Bitmap(size: size, bytes: colors).inStandardColors(primaries, isGray: false)
  }

  private func converted(by profile: borrowing ColorProfile) -> Bitmap {
    guard var colors = profile.converted(straightBytes, format: PixelRGBA8, count: size.area)
    else { return self }
    for index in stride(from: 3, to: colors.count, by: 4) { colors[index] = bytes[index] }
    colors.multiplyByAlpha()
    return Bitmap(size: size, bytes: colors)
  }

  private func converted(byGrays profile: borrowing ColorProfile) -> Bitmap {
    let grays = (0...255).map { UInt8($0) }
    guard let table = profile.converted(grays, format: PixelGray8, count: 256) else { return self }
    var colors = straightBytes
    for start in stride(from: 0, to: colors.count, by: 4) {
      let place = Int(colors[start]) * 4
      for channel in 0..<3 { colors[start + channel] = table[place + channel] }
    }
    colors.multiplyByAlpha()
    return Bitmap(size: size, bytes: colors)
  }
}

package enum PictureColors: Hashable, Sendable {
  case standard
  /// An ICC profile (ISO 15076-1) as stored in the file; may be broken.
  case profile([UInt8])
  case calibrated(Calibration)
  case hdr(HDRColors)

  /// Size limit for profiles in bytes; the largest printer profiles have 3 MB.
  package static let profileByteLimit = 4 << 20

  var hdr: HDRColors? {
    switch self {
    case .hdr(let range): range
    case .profile(let bytes): CICP(inProfile: bytes)?.hdr
    case .standard, .calibrated: nil
    }
  }
}

extension Bitmap {
  /// Converts CMYK to opaque sRGB; callable from any thread.
  ///
  /// Without a CMYK profile a color is its inverted ink times inverted black, as in most programs.
  /// `isInverted` means that 255 is no ink, as Adobe programs store it.
  package func fromCMYK(isInverted: Bool, _ colors: PictureColors = .standard) -> Bitmap {
    let format = isInverted ? PixelInvertedCMYK8 : PixelCMYK8
    guard let profile = ColorProfile(colors), profile.describes(cmsSigCmykData),
      let colors = profile.converted(bytes, format: format, count: size.area)
    else { return fromPlainCMYK(isInverted: isInverted) }
    return Bitmap(size: size, bytes: colors)
  }

  private func fromPlainCMYK(isInverted: Bool) -> Bitmap {
    let flip: UInt8 = isInverted ? 0 : 255
    var colors = bytes
    for start in stride(from: 0, to: colors.count, by: 4) {
      let light = UInt32(colors[start + 3] ^ flip)
      for channel in start..<start + 3 {
        colors[channel] = UInt8((UInt32(colors[channel] ^ flip) * light + 127) / 255)
      }
      colors[start + 3] = 255
    }
    return Bitmap(size: size, bytes: colors)
  }
}

/// Coding-independent code points of a color space (ITU-T H.273, sections 8.1 and 8.2).
package struct CICP: Hashable, Sendable {
  package let primaries, transfer: Int

  package init(primaries: Int, transfer: Int) {
    (self.primaries, self.transfer) = (primaries, transfer)
  }

  /// sRGB for unknown codes.
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
    12: DisplayP3.chromaticities,
  ]

  private static let gammas = [4: 45455, 5: 35714, 8: 100_000]
}

extension CICP {
  /// Reads the content of a box `colr` (ISO/IEC 23008-12, section 6.5.5); nil unless it is `nclx`.
  package init?(inColorBox content: ArraySlice<UInt8>) {
    var fields = ByteCursor(content.dropFirst(4))
    guard content.starts(with: "nclx".utf8), let primaries = fields.big(2),
      let transfer = fields.big(2)
    else { return nil }
    self.init(primaries: primaries, transfer: transfer)
  }

  /// Reads the code points that a profile may contain (ICC.1:2022, 9.2.17, 10.3); nil if none.
  init?(inProfile profile: [UInt8]) {
    guard let tag = ICCProfile.tag("cicp", in: ByteView(profile)), tag.has("cicp"),
      let primaries = tag.number(at: 8, 1), let transfer = tag.number(at: 9, 1)
    else { return nil }
    self.init(primaries: primaries, transfer: transfer)
  }
}

/// A color profile opened by Little CMS; closed on deinit.
@safe
struct ColorProfile: ~Copyable {
  private let handle: cmsHPROFILE

  /// Opens a profile; nil for sRGB and HDR, and for a profile that is broken or too long.
  init?(_ colors: PictureColors) {
    let opened: cmsHPROFILE? =
      switch colors {
      case .standard, .hdr: nil
      case .profile(let bytes) where bytes.count <= PictureColors.profileByteLimit:
        unsafe cmsOpenProfileFromMem(bytes, UInt32(bytes.count))
      case .profile: nil
      case .calibrated(let calibration): unsafe Self.make(calibration)
      }
    unsafe self.init(taking: opened)
  }

  private init?(taking opened: cmsHPROFILE?) {
    guard let opened = unsafe opened else { return nil }
    unsafe handle = unsafe opened
  }

  deinit {
    unsafe cmsCloseProfile(handle)
  }

  private static func make(_ calibration: Calibration) -> cmsHPROFILE? {
    let values = calibration.chromaticities.map { Double($0) / 100_000 }
    func color(_ index: Int) -> cmsCIExyY {
      cmsCIExyY(x: values[index], y: values[index + 1], Y: 1)
    }
    var white = color(0)
    var primaries = cmsCIExyYTRIPLE(Red: color(2), Green: color(4), Blue: color(6))
    let curve =
      if let gamma = calibration.gamma {
        unsafe cmsBuildGamma(nil, 100_000 / Double(gamma))
      } else {
        unsafe cmsBuildParametricToneCurve(nil, 4, StandardColors.curve)
      }
    guard let curve = unsafe curve else { return nil }
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves = unsafe [Optional(curve), curve, curve]
    return unsafe cmsCreateRGBProfile(&white, &primaries, &curves)
  }

  borrowing func describes(_ space: cmsColorSpaceSignature) -> Bool {
    unsafe cmsGetColorSpace(handle) == space
  }

  /// Compares primaries and curves, a hundred times as fast as a transformation.
  borrowing func isStandard() -> Bool {
    guard describes(cmsSigRgbData), unsafe cmsIsMatrixShaper(handle) != 0 else { return false }
    for (tag, color) in StandardColors.primaries {
      guard let found = primary(tag), StandardColors.isNear([found.X, found.Y, found.Z], color)
      else { return false }
    }
    return unsafe cmsIsTag(handle, cmsSigAToB0Tag) == 0
      && hasCurves(through: StandardColors.points) { _ in StandardColors.tolerance }
  }

  /// The HDR color space of the profile, recognized by its curves; nil for SDR.
  ///
  /// Such profiles predate the `cicp` tag. Taken literally they describe a display of 10,000 cd/m²,
  /// on which most of an image is black.
  borrowing func hdr() -> HDRColors? {
    guard describes(cmsSigRgbData), unsafe cmsIsMatrixShaper(handle) != 0,
      let curve = HDRColors.Curve.allCases.first(where: { curve in
        hasCurves(through: curve.points) { $0 * HDRColors.Curve.tolerance }
      })
    else { return nil }
    let primaries = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
      .compactMap { primary($0) }
    let white = unsafe cmsD50_XYZ().pointee
    return HDRColors(curve: curve, chromaticities: ([white] + primaries).flatMap(Self.chromaticity))
  }

  private static func chromaticity(_ color: cmsCIEXYZ) -> [Int] {
    let sum = color.X + color.Y + color.Z
    guard sum > 0 else { return [0, 0] }
    return [color.X, color.Y].map { Int(max(0, min(1, $0 / sum)) * 100_000 + 0.5) }
  }

  /// Reads the XYZ of a primary, relative to D50.
  private borrowing func primary(_ tag: cmsTagSignature) -> cmsCIEXYZ? {
    guard let read = unsafe cmsReadTag(handle, tag) else { return nil }
    return unsafe read.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
  }

  /// Whether all three curves pass through the points, within a tolerance per light value.
  private borrowing func hasCurves(
    through points: [(sample: Float, light: Float)], tolerance: (Float) -> Float
  ) -> Bool {
    for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
      guard let curve = unsafe cmsReadTag(handle, tag) else { return false }
      for (sample, light) in points {
        let found = unsafe cmsEvalToneCurveFloat(OpaquePointer(curve), sample)
        guard abs(found - light) < tolerance(light) else { return false }
      }
    }
    return true
  }

  private borrowing func transform(from source: cmsHPROFILE, _ format: UInt32) -> cmsHTRANSFORM? {
    unsafe cmsCreateTransform(
      source, format, handle, PixelRGBA8, UInt32(INTENT_PERCEPTUAL), 0)
  }

  /// Converts to RGBA with alpha 255; `format` is a constant of `CLcms2`.
  ///
  /// Nil if not possible.
  borrowing func converted(_ pixels: [UInt8], format: UInt32, count: Int) -> [UInt8]? {
    let wide = WideColors.current
    guard
      let target = unsafe wide == nil
        ? ColorProfile(taking: cmsCreate_sRGBProfile()) : ColorProfile(WideColors.profileColors),
      let transform = unsafe target.transform(from: handle, format)
    else { return nil }
    defer { unsafe cmsDeleteTransform(transform) }
    wide?.use()
    var colors = [UInt8](repeating: 255, count: count * 4)
    unsafe cmsDoTransform(transform, pixels, &colors, UInt32(clamping: count))
    return colors
  }
}

/// sRGB as a profile (IEC 61966-2-1, adapted to the white D50 of ISO 15076-1).
enum StandardColors {
  static let tolerance: Float = 0.002

  /// The sRGB curve as parameters of Little CMS function 4.
  static let curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

  static let primaries: [(tag: cmsTagSignature, color: [Double])] = [
    (cmsSigRedColorantTag, [0.4361, 0.2225, 0.0139]),
    (cmsSigGreenColorantTag, [0.3851, 0.7169, 0.0971]),
    (cmsSigBlueColorantTag, [0.1431, 0.0606, 0.7141]),
  ]

  static let points: [(sample: Float, light: Float)] = [
    (0.02, 0.001548), (0.1, 0.010023), (0.25, 0.050876), (0.5, 0.214041), (0.75, 0.522522),
    (0.9, 0.787412),
  ]

  static func isNear(_ found: [Double], _ wanted: [Double]) -> Bool {
    zip(found, wanted).allSatisfy { abs($0 - $1) < Double(tolerance) }
  }
}

/// Display colors as in the chunks cHRM and gAMA of a PNG (W3C PNG, section 11.3.2).
package struct Calibration: Hashable, Sendable {
  /// Chromaticities x and y of white, red, green and blue, in 1/100,000.
  var chromaticities: [Int]
  /// Encoding exponent in 1/100,000; nil for the sRGB curve.
  var gamma: Int?

  static let standardChromaticities = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
  /// The exponent that encoders write for sRGB, and its rounding tolerance.
  private static let standardGamma = 45455
  private static let gammaTolerance = 1000

  /// Returns nil for invalid values and for sRGB.
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
