/// The cells that colours fall into: six bits a channel, which is finer than any palette.
enum ColorCells {
  /// How many there are.
  static let count = 1 << 18
  /// The greatest colour, as 0xRRGGBB; a greater number is none.
  static let lastColor: UInt32 = 0xFF_FFFF

  /// The cell of a colour: red in the six highest bits, then green, then blue.
  @inline(__always)
  static func cell(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: color >> 6 & 0x3_F000 | color >> 4 & 0xFC0 | color >> 2 & 0x3F)
  }

  /// The cell of the channels of a colour, in the order of `channels(of:)`.
  @inline(__always)
  static func cell(of channels: SIMD4<Int16>) -> Int {
    let bits = unsafe unsafeBitCast(channels &>> 2, to: UInt64.self)
    return Int(truncatingIfNeeded: bits >> 20 & 0x3_F000 | bits >> 10 & 0xFC0 | bits & 0x3F)
  }

  /// Blue, green, red, and what is above them, each from 0 to 255.
  @inline(__always)
  static func channels(of color: UInt32) -> SIMD4<UInt8> {
    unsafe unsafeBitCast(color.littleEndian, to: SIMD4<UInt8>.self)
  }

  /// Blue, green and red in the middle of a cell, and zero.
  @inline(__always)
  static func middle(of cell: Int) -> SIMD4<Float> {
    let bits = Int32(truncatingIfNeeded: cell)
    let steps = SIMD4<Int32>(bits & 63, bits >> 6 & 63, bits >> 12, 0)
    return SIMD4<Float>(steps) * 4 + SIMD4(1.5, 1.5, 1.5, 0)
  }
}
