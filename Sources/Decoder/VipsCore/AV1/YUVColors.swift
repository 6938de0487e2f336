/// How samples of luma and chroma become red, green and blue (ITU-T H.273, section 8.3), in whole numbers.
struct YUVColors: Hashable {
  private static let bits = 14

  /// What is taken from a sample of luma, and of chroma.
  private let black, middle: Int32
  /// What a step of luma is worth in each channel, of which 255 is the most.
  private let luma: Int32
  /// What a step of either chroma is worth.
  private let red, green, blue: SIMD2<Int32>
  /// Whether the samples are green, blue and red.
  private let isRGB: Bool

  /// Takes what is said of the samples.
  /// - Parameters:
  ///   - matrix: The code of the matrix; one that means nothing here is that of BT.601.
  ///   - isFullRange: Whether black is zero, and white the largest sample.
  ///   - bitCount: How many bits a sample has, from 8 to 12.
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

  /// What red and blue are of luma.
  private static let shares: [Int: (red: Double, blue: Double)] = [
    1: (0.2126, 0.0722), 4: (0.30, 0.11), 7: (0.212, 0.087), 9: (0.2627, 0.0593),
    10: (0.2627, 0.0593),
  ]

  /// The colour of three samples.
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

  /// The grey of a sample of luma.
  @inline(__always)
  func gray(_ y: Int32) -> UInt8 { Self.rounded((y - black) * luma) }

  @inline(__always)
  private static func rounded(_ value: Int32) -> UInt8 {
    UInt8(clamping: (value + 1 << (bits - 1)) >> bits)
  }
}
