/// In sRGB.
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

  package var packed: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Whether dark text is more readable on it, by its luma (ITU-R BT.601).
  package var isLight: Bool { brightness > 127_500 }

  /// A little lighter if it is dark, a little darker if it is light.
  package var raised: RGB {
    let step: (UInt8) -> UInt8 = { isLight ? $0 - min($0, 16) : $0 + min(255 - $0, 16) }
    return RGB(step(red), step(green), step(blue))
  }

  package func squaredDistance(to other: RGB) -> Int {
    let dr = Int(red) - Int(other.red)
    let dg = Int(green) - Int(other.green)
    let db = Int(blue) - Int(other.blue)
    return dr * dr + dg * dg + db * db
  }

  /// The squared distance with that of the colors without their luma (ITU-R BT.601) added twice:
  /// among grays, a wrong hue is more visible than a wrong brightness.
  package func hueDistance(to other: RGB) -> Int {
    let change =
      SIMD3(Int(other.red), Int(other.green), Int(other.blue))
      &- SIMD3(Int(red), Int(green), Int(blue))
    let hue = change &- (change &* SIMD3(77, 150, 29)).wrappedSum() / 256
    return (change &* change &+ 2 &* hue &* hue).wrappedSum()
  }
}
