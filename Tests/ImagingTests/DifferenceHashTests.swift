import Imaging
import Testing

@Suite("What pictures look like, in 64 bits")
struct DifferenceHashTests {
  /// A picture that gets darker to the right in its upper half, and brighter in the lower one.
  private static func picture(_ width: Int, _ height: Int, lighter: Int = 0) -> Bitmap {
    var picture = Bitmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width {
        let level = x * 200 / width
        let shown = UInt8(clamping: (y < height / 2 ? 200 - level : level) + lighter)
        picture[x, y] = RGB(shown, shown, shown)
      }
    }
    return picture
  }

  @Test func `each bit tells whether it is darker on the right`() {
    #expect(DifferenceHash(of: Self.picture(90, 80)).bits == 0xFFFF_FFFF_0000_0000)
  }

  @Test(arguments: [(45, 40, 0), (900, 800, 0), (61, 47, 0), (90, 80, 30), (9, 8, 0)])
  func `size and brightness change little`(width: Int, height: Int, lighter: Int) {
    let hash = DifferenceHash(of: Self.picture(width, height, lighter: lighter))
    #expect(hash.distance(to: DifferenceHash(of: Self.picture(90, 80))) <= 5)
  }

  @Test func `distance is the number of bits that differ`() {
    #expect(DifferenceHash(bits: 0b1011).distance(to: DifferenceHash(bits: 0b0010)) == 2)
    #expect(DifferenceHash(bits: .max).distance(to: DifferenceHash(bits: 0)) == 64)
  }

  @Test func `an empty picture has no bits`() {
    #expect(DifferenceHash(of: Bitmap(size: PixelSize(width: 0, height: 0))).bits == 0)
  }
}
