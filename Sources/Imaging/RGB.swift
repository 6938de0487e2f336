/// An 8-bit sRGB color.
package struct RGB: Hashable, Sendable {
  package var red, green, blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Takes 0xRRGGBB; ignores higher bits.
  package init(packed: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
      UInt8(truncatingIfNeeded: packed))
  }

  /// As 0xRRGGBB.
  package var packed: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Whether dark text is more readable on it, by its luma (ITU-R BT.601).
  package var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500 }

  package func squaredDistance(to other: RGB) -> Int {
    let dr = Int(red) - Int(other.red)
    let dg = Int(green) - Int(other.green)
    let db = Int(blue) - Int(other.blue)
    return dr * dr + dg * dg + db * db
  }
}
