/// A colour in sRGB, eight bits a channel.
package struct RGB: Hashable, Sendable {
  /// Red, from 0 to 255.
  package var red: UInt8
  /// Green, from 0 to 255.
  package var green: UInt8
  /// Blue, from 0 to 255.
  package var blue: UInt8

  /// Takes the three channels.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Makes a colour from 0xRRGGBB; higher bits are ignored.
  package init(packed: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
      UInt8(truncatingIfNeeded: packed))
  }

  /// The colour as 0xRRGGBB.
  package var packed: UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Whether dark text reads better on it than light text does: by its luma (ITU-R BT.601).
  package var isLight: Bool {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500
  }

  /// The squared Euclidean distance to another colour, in squared channel steps.
  package func squaredDistance(to other: RGB) -> Int {
    let dr = Int(red) - Int(other.red)
    let dg = Int(green) - Int(other.green)
    let db = Int(blue) - Int(other.blue)
    return dr * dr + dg * dg + db * db
  }
}
