internal import Glibc

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
