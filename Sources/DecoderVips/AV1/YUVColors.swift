/// Converts YUV to RGB (ITU-T H.273, section 8.3) in fixed-point arithmetic.
struct YUVColors: Hashable {
  private static let bits = 14
  private let black, middle: Int32
  private let luma: Int32
  private let red, green, blue: SIMD2<Int32>
  private let isRGB: Bool

  /// Unknown `matrix` codes count as BT.601; `bitCount` is 8 to 12.
  init(matrix: Int, isFullRange: Bool, bitCount: Int) {
    let step = Double(1 << (bitCount - 8))
    let most = Double(1 << bitCount - 1)
    let unit = 255 * Double(1 << Self.bits)
    black = isFullRange ? 0 : Int32(16 * step)
    middle = Int32(128 * step)
    luma = Int32((unit / (isFullRange ? most : 219 * step)).rounded())
    let chroma = unit / (isFullRange ? most : 224 * step)
    func worth(_ u: Double, _ v: Double) -> SIMD2<Int32> {
      SIMD2(Int32((u * chroma).rounded()), Int32((v * chroma).rounded()))
    }
    isRGB = matrix == 0
    if matrix == 8 {
      // YCgCo.
      (red, green, blue) = (worth(-1, 1), worth(1, 0), worth(-1, -1))
    } else {
      let share = Self.shares[matrix] ?? (red: 0.299, blue: 0.114)
      let rest = 1 - share.red - share.blue
      let (toRed, toBlue) = (2 * (1 - share.red), 2 * (1 - share.blue))
      red = worth(0, toRed)
      green = worth(-toBlue * share.blue / rest, -toRed * share.red / rest)
      blue = worth(toBlue, 0)
    }
  }

  private static let shares: [Int: (red: Double, blue: Double)] = [
    1: (0.2126, 0.0722), 4: (0.30, 0.11), 7: (0.212, 0.087), 9: (0.2627, 0.0593),
    10: (0.2627, 0.0593),
  ]

  @inline(__always)
  func rgb(_ y: Int32, _ u: Int32, _ v: Int32) -> (red: UInt8, green: UInt8, blue: UInt8) {
    guard !isRGB else { return (gray(v), gray(y), gray(u)) }
    let light = (y - black) * luma
    let (u, v) = (u - middle, v - middle)
    return (
      Self.rounded(light + u * red.x + v * red.y), Self.rounded(light + u * green.x + v * green.y),
      Self.rounded(light + u * blue.x + v * blue.y)
    )
  }

  @inline(__always)
  func gray(_ y: Int32) -> UInt8 { Self.rounded((y - black) * luma) }

  @inline(__always)
  private static func rounded(_ value: Int32) -> UInt8 {
    UInt8(clamping: (value + 1 << (bits - 1)) >> bits)
  }
}
