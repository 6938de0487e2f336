import CLcms2

/// A colour profile that Little CMS has opened; closed when it goes.
@safe
struct ColorProfile: ~Copyable {
  private let handle: cmsHPROFILE

  /// Opens what the colours of a picture mean; nil where that is sRGB, or a profile is broken or
  /// absurdly long.
  init?(_ colors: PictureColors) {
    let opened: cmsHPROFILE? =
      switch colors {
      case .standard, .hdr: nil
      case .profile(let bytes): unsafe Self.open(bytes)
      case .calibrated(let calibration): unsafe Self.make(calibration)
      }
    guard let opened = unsafe opened else { return nil }
    unsafe handle = unsafe opened
  }

  deinit {
    unsafe cmsCloseProfile(handle)
  }

  private static func open(_ bytes: [UInt8]) -> cmsHPROFILE? {
    guard bytes.count <= PictureColors.profileByteLimit else { return nil }
    return unsafe cmsOpenProfileFromMem(bytes, UInt32(bytes.count))
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

  /// The kind of values that the profile gives a meaning to.
  borrowing func describes(_ space: cmsColorSpaceSignature) -> Bool {
    unsafe cmsGetColorSpace(handle) == space
  }

  /// Tells whether the profile is sRGB under whatever name, so that nothing need be changed.
  ///
  /// Its primaries and points of its curves are compared, which takes a hundredth of the time of a
  /// transformation.
  borrowing func isStandard() -> Bool {
    guard describes(cmsSigRgbData), unsafe cmsIsMatrixShaper(handle) != 0 else { return false }
    for (tag, color) in StandardColors.primaries {
      guard let found = primary(tag), StandardColors.isNear([found.X, found.Y, found.Z], color)
      else { return false }
    }
    return unsafe cmsIsTag(handle, cmsSigAToB0Tag) == 0
      && hasCurves(through: StandardColors.points) { _ in StandardColors.tolerance }
  }

  /// The HDR that the profile describes, told from its curves; nil for an ordinary one.
  ///
  /// Profiles of such colours were written before there was a tag for their codes: to the letter they
  /// have a screen of 10,000 cd/m², on which nearly all of a picture is black.
  borrowing func hdr() -> HDRColors? {
    guard describes(cmsSigRgbData), unsafe cmsIsMatrixShaper(handle) != 0,
      let curve = HDRColors.Curve.allCases.first(where: { curve in
        hasCurves(through: curve.points) { $0 * HDRColors.Curve.tolerance }
      })
    else { return nil }
    let primaries = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
      .compactMap { primary($0) }
    let white = unsafe cmsD50_XYZ().pointee
    return HDRColors(
      curve: curve, chromaticities: ([white] + primaries).flatMap(Self.chromaticity))
  }

  private static func chromaticity(_ color: cmsCIEXYZ) -> [Int] {
    let sum = color.X + color.Y + color.Z
    guard sum > 0 else { return [0, 0] }
    return [color.X, color.Y].map { Int(max(0, min(1, $0 / sum)) * 100_000 + 0.5) }
  }

  /// Light of a colour, red, green or blue, on the white D50.
  private borrowing func primary(_ tag: cmsTagSignature) -> cmsCIEXYZ? {
    guard let read = unsafe cmsReadTag(handle, tag) else { return nil }
    return unsafe read.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
  }

  /// Tells whether all three curves go through points, no farther off than the light of each allows.
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

  /// Turns values of this profile into sRGB.
  /// - Parameters:
  ///   - pixels: One value after another.
  ///   - format: How they are stored, one of the constants of `CLcms2`.
  ///   - count: How many there are.
  /// - Returns: Four bytes a pixel, the fourth 255; nil where the profile cannot be used for it.
  borrowing func converted(_ pixels: [UInt8], format: UInt32, count: Int) -> [UInt8]? {
    guard let standard = unsafe cmsCreate_sRGBProfile() else { return nil }
    defer { unsafe cmsCloseProfile(standard) }
    guard
      let transform = unsafe cmsCreateTransform(
        handle, format, standard, PixelRGBA8, UInt32(INTENT_PERCEPTUAL), 0)
    else { return nil }
    defer { unsafe cmsDeleteTransform(transform) }
    var colors = [UInt8](repeating: 255, count: count * 4)
    unsafe cmsDoTransform(transform, pixels, &colors, UInt32(clamping: count))
    return colors
  }
}
