/// A colour of a painting: three shares of full sRGB light, which may be mixed without rounding.
///
/// It is written as 0xRRGGBB wherever a landscape names one.
struct Light: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  /// The colour in between: itself at zero, the other at one.
  func mixed(with other: Light, _ share: Double) -> Light {
    Light(
      red: red + (other.red - red) * share,
      green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  /// The colour lit by another on top, as light falls through mist; never above full light.
  func screened(by other: Light, _ share: Double) -> Light {
    Light(
      red: 1 - (1 - red) * (1 - other.red * share),
      green: 1 - (1 - green) * (1 - other.green * share),
      blue: 1 - (1 - blue) * (1 - other.blue * share))
  }

  /// The colour made darker, below one, or lighter, above one.
  func scaled(_ factor: Double) -> Light {
    Light(red: red * factor, green: green * factor, blue: blue * factor)
  }
}

extension Light: ExpressibleByIntegerLiteral {
  init(integerLiteral packed: UInt32) {
    red = Double(packed >> 16 & 255) / 255
    green = Double(packed >> 8 & 255) / 255
    blue = Double(packed & 255) / 255
  }
}
