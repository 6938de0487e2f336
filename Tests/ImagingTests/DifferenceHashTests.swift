import Imaging
import Testing

@Suite("Difference hashes of 64 bits")
struct DifferenceHashTests {
  /// An image that gets darker to the right in its upper half and brighter in the lower one.
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

  @Test func `a bit is set where the image gets darker to the right`() {
    #expect(DifferenceHash(of: Self.picture(90, 80)).bits == 0xFFFF_FFFF_0000_0000)
  }

  @Test(arguments: [(45, 40, 0), (900, 800, 0), (61, 47, 0), (90, 80, 30), (9, 8, 0)])
  func `size and brightness change a hash by at most 5 bits`(width: Int, height: Int, lighter: Int)
  {
    let hash = DifferenceHash(of: Self.picture(width, height, lighter: lighter))
    #expect(hash.distance(to: DifferenceHash(of: Self.picture(90, 80))) <= 5)
  }

  @Test func `the distance of two hashes is the number of differing bits`() {
    #expect(DifferenceHash(bits: 0b1011).distance(to: DifferenceHash(bits: 0b0010)) == 2)
    #expect(DifferenceHash(bits: .max).distance(to: DifferenceHash(bits: 0)) == 64)
  }

  @Test func `the hash of an empty bitmap is zero`() {
    #expect(DifferenceHash(of: Bitmap(size: PixelSize(width: 0, height: 0))).bits == 0)
  }
}
