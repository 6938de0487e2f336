import Imaging

struct TIFFColors {
  private let meaning: TIFFLayout.Meaning
  private let hasAlpha, isMultiplied: Bool
  private let palette: [UInt8]
  private let chroma: YCbCr
  private let profile: PictureColors
  let sampleCount: Int

  init(_ layout: TIFFLayout) {
    let (file, page) = (layout.file, layout.page)
    meaning = layout.meaning ?? .blackIsZero
    hasAlpha = layout.hasAlpha
    isMultiplied = hasAlpha && layout.extraSamples.first == 1
    sampleCount = meaning.colorCount + (hasAlpha ? 1 : 0)
    let entries = meaning == .palette ? file.numbers(.colorMap, of: page) ?? [] : []
    // Some programs write 8 bits instead of 16.
    let shift = (entries.max() ?? 0) > 255 ? 8 : 0
    palette = entries.map { UInt8(truncatingIfNeeded: $0 >> shift) }
    chroma = YCbCr(
      file.fractions(.coefficients, of: page), file.fractions(.referenceBlackWhite, of: page))
    let icc = file.data(.profile, of: page, atMost: PictureColors.profileByteLimit)
    profile = icc.map { .profile($0) } ?? .standard
  }

  var isCMYK: Bool { meaning == .cmyk }

  func pixel(_ samples: [UInt8]) -> SIMD4<UInt8> {
    let pixel = stored(samples)
    guard isMultiplied, pixel.w > 0, pixel.w < 255 else { return pixel }
    func divided(_ level: UInt8) -> UInt8 { UInt8(min(255, Int(level) * 255 / Int(pixel.w))) }
    return SIMD4(divided(pixel.x), divided(pixel.y), divided(pixel.z), pixel.w)
  }

  private func stored(_ samples: [UInt8]) -> SIMD4<UInt8> {
    let alpha = hasAlpha ? samples[sampleCount - 1] : 255
    switch meaning {
    case .blackIsZero: return SIMD4(samples[0], samples[0], samples[0], alpha)
    case .whiteIsZero:
      let level = 255 - samples[0]
      return SIMD4(level, level, level, alpha)
    case .rgb: return SIMD4(samples[0], samples[1], samples[2], alpha)
    case .cmyk: return SIMD4(samples[0], samples[1], samples[2], samples[3])
    case .palette:
      let count = palette.count / 3
      guard Int(samples[0]) < count else { return SIMD4(0, 0, 0, alpha) }
      let index = Int(samples[0])
      return SIMD4(palette[index], palette[count + index], palette[2 * count + index], alpha)
    case .yCbCr:
      let color = chroma.color(samples[0], samples[1], samples[2])
      return SIMD4(color, alpha)
    }
  }

  /// The substitute for a sample whose plane is missing: gray instead of colors, no ink.
  func missing(_ sample: Int, _ first: UInt8) -> UInt8 {
    if hasAlpha, sample == sampleCount - 1 { return 255 }
    switch meaning {
    case .yCbCr: return sample == 0 ? 0 : 128
    case .cmyk: return 0
    default: return first
    }
  }

  func finished(_ bitmap: Bitmap) -> Bitmap {
    guard !isCMYK else { return bitmap.fromCMYK(isInverted: false, profile) }
    let isGray = meaning == .blackIsZero || meaning == .whiteIsZero
    return bitmap.inStandardColors(profile, isGray: isGray)
  }
}

/// Converts YCbCr (TIFF 6.0, section 21).
struct YCbCr {
  private let red, green, blue: Double
  /// The codes of black and white of each sample.
  private let reference: [Double]

  /// Takes the luma coefficients and the codes of black and white; replaces invalid ones.
  init(_ coefficients: [Double]?, _ reference: [Double]?) {
    let usual = [0.299, 0.587, 0.114]
    let given = coefficients ?? usual
    let shares = given.count == 3 && given.allSatisfy { $0 > 0 && $0 < 1 } ? given : usual
    (red, green, blue) = (shares[0], shares[1], shares[2])
    let codes = reference ?? []
    let isUsable =
      codes.count == 6 && stride(from: 0, to: 6, by: 2).allSatisfy { codes[$0] < codes[$0 + 1] }
    self.reference = isUsable ? codes : [0, 255, 128, 255, 128, 255]
  }

  func color(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> SIMD3<UInt8> {
    func scaled(_ sample: UInt8, _ index: Int, _ range: Double) -> Double {
      (Double(sample) - reference[index]) * range / (reference[index + 1] - reference[index])
    }
    let luma = scaled(y, 0, 255)
    let r = scaled(cr, 4, 127) * (2 - 2 * red) + luma
    let b = scaled(cb, 2, 127) * (2 - 2 * blue) + luma
    let g = (luma - red * r - blue * b) / green
    func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    return SIMD3(level(r), level(g), level(b))
  }
}
