import Glibc
import Imaging
import Testing

@Suite("Pixel differences")
struct PixelDifferenceTests {
  private static let size = PixelSize(width: 301, height: 263)

  /// A picture with detail everywhere, shifted to the left by some columns.
  private static func picture(shiftedBy shift: Int = 0, _ size: PixelSize = size) -> Bitmap {
    var picture = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = x + shift
        picture[x, y] = RGB(
          UInt8(place * 7 % 256), UInt8((place * 3 + y * 5) % 256), UInt8(y * 11 % 256))
      }
    }
    return picture
  }

  private static func changed(_ change: (inout Bitmap) -> Void) -> Bitmap {
    var picture = picture()
    change(&picture)
    return picture
  }

  private static func difference(_ one: Bitmap, _ two: Bitmap) -> PixelDifference {
    PixelDifference.bands(of: one.size).reduce(into: PixelDifference()) {
      $0.add(PixelDifference(of: one, two, rows: $1))
    }
  }

  private static func isClose(_ one: Double?, _ two: Double, within distance: Double = 1e-9) -> Bool
  {
    one.map { abs($0 - two) < distance } ?? false
  }

  @Test func `equal images have no rectangle, an infinite ratio and a similarity of one`() {
    let difference = Self.difference(Self.picture(), Self.picture())
    #expect(difference.areEqual && difference.differingCount == 0 && difference.largest == 0)
    #expect(difference.pixelCount == Self.size.area)
    #expect(difference.area == nil && difference.psnr == nil && difference.ssim == 1)
  }

  @Test(arguments: [(0, 0), (300, 262), (150, 128), (299, 127)])
  func `one pixel that differs is found wherever it is`(x: Int, y: Int) {
    let other = Self.changed {
      let color = $0[x, y]
      $0[x, y] = RGB(color.red ^ 0x80, color.green, color.blue)
    }
    let difference = Self.difference(Self.picture(), other)
    #expect(difference.differingCount == 1 && difference.largest == 128)
    #expect(difference.area == PixelRect(x: x, y: y, width: 1, height: 1))
    let mean = 128.0 * 128 / Double(Self.size.area * 3)
    let ratio = 10 * log10(255 * 255 / mean)
    #expect(Self.isClose(difference.psnr, ratio, within: 1e-6))
    #expect(difference.ssim < 1 && difference.ssim > 0.999)
  }

  @Test func `the rectangle contains exactly what differs, across bands`() {
    let other = Self.changed {
      $0[20, 250] = RGB(1, 2, 3)
      $0[200, 40] = RGB(1, 2, 3)
    }
    let difference = Self.difference(Self.picture(), other)
    #expect(difference.differingCount == 2)
    #expect(difference.area == PixelRect(x: 20, y: 40, width: 181, height: 211))
  }

  @Test func `black and white are as different as can be`() {
    let size = PixelSize(width: 16, height: 9)
    let difference = Self.difference(
      Bitmap(size: size), Bitmap(size: size, filledWith: RGB(255, 255, 255)))
    #expect(difference.largest == 255 && difference.differingCount == 144)
    #expect(difference.area == PixelRect(size))
    #expect(Self.isClose(difference.psnr, 0))
    #expect(difference.ssim < 0.001 && difference.ssim >= 0)
  }

  @Test func `an inverted image is dissimilar, and a shifted one is in between`() {
    let inverted = Self.changed {
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let color = $0[x, y]
          $0[x, y] = RGB(255 - color.red, 255 - color.green, 255 - color.blue)
        }
      }
    }
    let least = Self.difference(Self.picture(), inverted)
    let shifted = Self.difference(Self.picture(), Self.picture(shiftedBy: 1))
    #expect(least.ssim < 0)
    #expect(shifted.ssim > 0.5 && shifted.ssim < 1)
    #expect((least.psnr ?? 0) < (shifted.psnr ?? 0))
  }

  /// Without detail the similarity is that of the means.
  @Test(arguments: [(100, 150), (0, 255), (10, 11)])
  func `the similarity of two plain images follows from their tones`(one: UInt8, two: UInt8) {
    let size = PixelSize(width: 40, height: 30)
    let difference = Self.difference(
      Bitmap(size: size, filledWith: RGB(one, one, one)),
      Bitmap(size: size, filledWith: RGB(two, two, two)))
    let (first, second, constant) = (Double(one), Double(two), 6.5025)
    let similarity =
      (2 * first * second + constant) / (first * first + second * second + constant)
    #expect(Self.isClose(difference.ssim, similarity))
    #expect(difference.largest == Int(two) - Int(one))
  }

  @Test(arguments: [(1, 1), (3, 200), (7, 7), (8, 8), (9, 12), (130, 129)])
  func `the sum of all bands is that of the whole image, whatever its size`(width: Int, height: Int)
  {
    let size = PixelSize(width: width, height: height)
    let (one, two) = (Self.picture(shiftedBy: 0, size), Self.picture(shiftedBy: 2, size))
    let parts = Self.difference(one, two)
    let whole = PixelDifference(of: one, two, rows: 0..<height)
    #expect(parts.differingCount == whole.differingCount && parts.area == whole.area)
    #expect(parts.psnr == whole.psnr)
    #expect(Self.isClose(parts.ssim, whole.ssim))
    #expect(parts.pixelCount == size.area)
  }

  @Test func `different transparency counts as a fourth channel`() {
    let size = PixelSize(width: 2, height: 1)
    let opaque = Bitmap(size: size)
    let clear = Bitmap(size: size, bytes: [0, 0, 0, 255, 0, 0, 0, 0])
    let difference = Self.difference(opaque, clear)
    #expect(difference.differingCount == 1 && difference.largest == 255)
    #expect(Self.isClose(difference.psnr, 10 * log10(8), within: 1e-6))
  }

  @Test func `an image without pixels equals another one`() {
    let empty = Bitmap(size: PixelSize(width: 0, height: 0), bytes: [])
    #expect(Self.difference(empty, empty).areEqual)
  }
}
