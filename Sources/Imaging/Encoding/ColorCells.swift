/// Quantized colors with six bits per channel, finer than any palette.
enum ColorCells {
  static let count = 1 << 18
  /// The largest color as 0xRRGGBB; larger numbers mean no color.
  static let lastColor: UInt32 = 0xFF_FFFF

  /// Red in the six highest bits, then green, then blue.
  @inline(__always)
  static func cell(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: color >> 6 & 0x3_F000 | color >> 4 & 0xFC0 | color >> 2 & 0x3F)
  }

  /// Takes channels in the order of `channels(of:)`.
  @inline(__always)
  static func cell(of channels: SIMD4<Int16>) -> Int {
    let bits = unsafe unsafeBitCast(channels &>> 2, to: UInt64.self)
    return Int(truncatingIfNeeded: bits >> 20 & 0x3_F000 | bits >> 10 & 0xFC0 | bits & 0x3F)
  }

  @inline(__always)
  static func channels(of color: UInt32) -> SIMD4<UInt8> {
    unsafe unsafeBitCast(color.littleEndian, to: SIMD4<UInt8>.self)
  }

  /// Blue, green, red of the center of a cell, and zero.
  @inline(__always)
  static func middle(of cell: Int) -> SIMD4<Float> {
    let bits = Int32(truncatingIfNeeded: cell)
    let steps = SIMD4<Int32>(bits & 63, bits >> 6 & 63, bits >> 12, 0)
    return SIMD4<Float>(steps) * 4 + SIMD4(1.5, 1.5, 1.5, 0)
  }
}
