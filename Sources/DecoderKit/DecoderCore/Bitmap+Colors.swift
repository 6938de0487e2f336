internal import CLcms2
package import Imaging

extension Bitmap {
  /// Converts to sRGB, also for broken profiles; with `isGray` a gray profile applies.
  ///
  /// Callable from any thread.
  package func inStandardColors(_ colors: PictureColors, isGray: Bool) -> Bitmap {
    if let range = colors.hdr { return toneMapped(range) }
    guard let profile = ColorProfile(colors), !profile.isStandard() else { return self }
    if let range = profile.hdr() { return toneMapped(range) }
    if profile.describes(cmsSigRgbData) { return converted(by: profile) }
    guard isGray, profile.describes(cmsSigGrayData) else { return self }
    return converted(byGrays: profile)
  }

  private func toneMapped(_ range: HDRColors) -> Bitmap {
    var colors = dividedByAlpha()
    range.toneMap(&colors)
    colors.multiplyByAlpha()
    let primaries = range.calibration.map(PictureColors.calibrated) ?? .standard
    return Bitmap(size: size, bytes: colors).inStandardColors(primaries, isGray: false)
  }

  private func converted(by profile: borrowing ColorProfile) -> Bitmap {
    let plain = dividedByAlpha()
    guard var colors = profile.converted(plain, format: PixelRGBA8, count: size.area) else {
      return self
    }
    for index in stride(from: 3, to: colors.count, by: 4) { colors[index] = bytes[index] }
    colors.multiplyByAlpha()
    return Bitmap(size: size, bytes: colors)
  }

  private func converted(byGrays profile: borrowing ColorProfile) -> Bitmap {
    let grays = (0...255).map { UInt8($0) }
    guard let table = profile.converted(grays, format: PixelGray8, count: 256) else { return self }
    var colors = dividedByAlpha()
    for start in stride(from: 0, to: colors.count, by: 4) {
      let place = Int(colors[start]) * 4
      for channel in 0..<3 { colors[start + channel] = table[place + channel] }
    }
    colors.multiplyByAlpha()
    return Bitmap(size: size, bytes: colors)
  }

  private func dividedByAlpha() -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] != 255 {
      let alpha = UInt32(bytes[start + 3])
      guard alpha > 0 else { continue }
      for channel in start..<start + 3 {
        bytes[channel] = UInt8(min(255, (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return bytes
  }
}

/// The color space of an image.
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
