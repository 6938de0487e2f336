internal import Glibc

/// The colors of an HDR image (ITU-R BT.2100) and their tone mapping to SDR.
///
/// Reference white, 203 cd/m² (ITU-R BT.2408, section 2.2), becomes nearly the screen's white.
/// Light below half of it is unchanged; light up to 1000 cd/m² is compressed into the rest.
package struct HDRColors: Hashable, Sendable {
  enum Curve: CaseIterable, Hashable {
    /// Perceptual quantizer (SMPTE ST 2084).
    case pq
    /// Hybrid log-gamma, for a display of 1000 cd/m².
    case hlg

    var brightest: Float { self == .pq ? 10_000 : 1 }

    /// The light of a sample from 0 to 1: in cd/m² for PQ, scene light from 0 to 1 for HLG.
    func light(of sample: Float) -> Float {
      switch self {
      case .pq: return ToneCurve.light(ofPQ: sample)
      case .hlg:
        // BT.2100, table 5.
        if sample <= 0.5 { return sample * sample / 3 }
        return (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
      }
    }
  }

  let curve: Curve
  let chromaticities: [Int]

  /// Takes a transfer code (ITU-T H.273, section 8.2); nil for an SDR curve.
  init?(transfer: Int, chromaticities: [Int]) {
    switch transfer {
    case 16: curve = .pq
    case 18: curve = .hlg
    default: return nil
    }
    self.chromaticities = chromaticities
  }

  init(curve: Curve, chromaticities: [Int]) {
    (self.curve, self.chromaticities) = (curve, chromaticities)
  }

  /// The primaries that still need conversion after tone mapping.
  var calibration: Calibration? { Calibration(chromaticities: chromaticities, gamma: nil) }

  /// Tone-maps RGBA to the sRGB curve; one factor for all channels preserves the hue.
  func toneMap(_ pixels: inout [UInt8]) {
    let light = (0...255).map { curve.light(of: Float($0) / 255) }
    for start in stride(from: 0, to: pixels.count, by: 4) {
      var color = SIMD3(
        light[Int(pixels[start])], light[Int(pixels[start + 1])], light[Int(pixels[start + 2])])
      if curve == .hlg { color *= Self.systemGain(of: color) }
      let brightest = color.max()
      guard brightest > 0 else { continue }
      color *= ToneCurve.screen(brightest) / brightest
      for channel in 0..<3 { pixels[start + channel] = Self.encoded(color[channel]) }
    }
  }

  /// The gain from scene light to display light (BT.2100, table 5, OOTF with a gamma of 1.2).
  private static func systemGain(of color: SIMD3<Float>) -> Float {
    let luminance = (color * SIMD3(0.2627, 0.6780, 0.0593)).sum()
    return luminance > 0 ? 1000 * pow(luminance, 0.2) : 0
  }

  /// Tone-maps light in sRGB primaries, where 1 is reference white, to sRGB samples.
  package static func screen(ofLight light: SIMD3<Float>) -> SIMD3<UInt8> {
    let brightest = light.max() * ToneCurve.white
    var color = light
    if brightest > ToneCurve.unpressed { color *= ToneCurve.screen(brightest) / light.max() }
    return SIMD3(encoded(color.x), encoded(color.y), encoded(color.z))
  }

  /// The sRGB sample for light from 0 to 1 (IEC 61966-2-1).
  ///
  /// Uses a table of thresholds, because `pow` takes longer than all other work on a pixel.
  private static func encoded(_ light: Float) -> UInt8 {
    guard light > 0 else { return 0 }
    guard light < 1 else { return .max }
    var sample = Int(firstSamples[Int(light * Float(firstSamples.count))])
    while sample < leastLight.count, light >= leastLight[sample] { sample += 1 }
    return UInt8(sample)
  }

  private static let leastLight: [Float] = (1...255).map { sample in
    let value = (Float(sample) - 0.5) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The sample at the start of each of 4096 equal intervals of light from 0 to 1.
  private static let firstSamples: [UInt8] = {
    let count = 4096
    var (samples, sample) = ([UInt8](), 0)
    for part in 0..<count {
      let light = Float(part) / Float(count)
      while sample < leastLight.count, light >= leastLight[sample] { sample += 1 }
      samples.append(UInt8(sample))
    }
    return samples
  }()
}

extension HDRColors.Curve {
  /// Tolerance for the curve of a profile, as a fraction of the light.
  static let tolerance: Float = 0.02

  var points: [(sample: Float, light: Float)] {
    [0.45, 0.55, 0.65, 0.75, 0.85, 0.95].map { ($0, light(of: $0) / brightest) }
  }
}

/// Tone mapping of HDR light to a display (ITU-R BT.2390, section 5.4.1, EETF).
enum ToneCurve {
  /// The brightest light of the image and the white of the display, in cd/m².
  private static let brightest: Float = 1000
  static let white: Float = 203
  /// Light below this, in cd/m², is unchanged.
  static let unpressed: Float = light(ofPQ: knee * pq(brightest))

  /// Display light from 0 to 1 for image light in cd/m².
  static func screen(_ light: Float) -> Float {
    let range = pq(brightest)
    return Self.light(ofPQ: pressed(min(1, pq(light) / range)) * range) / white
  }

  private static let top = pq(white) / pq(brightest)
  private static let knee = 1.5 * top - 0.5

  /// Compresses samples above the knee with a Hermite spline that continues the line and ends flat.
  private static func pressed(_ sample: Float) -> Float {
    guard sample > knee else { return sample }
    let part = (sample - knee) / (1 - knee)
    let (square, cube) = (part * part, part * part * part)
    return (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + part) * (1 - knee)
      + (3 * square - 2 * cube) * top
  }

  // Constants of SMPTE ST 2084, section 5.
  private static let m1: Float = 2610.0 / 16384
  private static let m2: Float = 2523.0 / 4096 * 128
  private static let c1: Float = 3424.0 / 4096
  private static let c2: Float = 2413.0 / 4096 * 32
  private static let c3: Float = 2392.0 / 4096 * 32

  /// Light in cd/m² of a PQ sample from 0 to 1.
  static func light(ofPQ sample: Float) -> Float {
    let power = pow(max(0, sample), 1 / m2)
    return 10_000 * pow(max(0, power - c1) / (c2 - c3 * power), 1 / m1)
  }

  static func pq(_ light: Float) -> Float {
    let power = pow(max(0, light) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}
