import Imaging
import Testing

@Suite("Sharpness")
struct SharpnessTests {
  /// Stripes of two tones and the given width in a part of a grey image.
  private static func picture(
    stripes: Int, tones: (UInt8, UInt8) = (40, 200), in part: Range<Int> = 0..<64
  ) -> Bitmap {
    var picture = Bitmap(
      size: PixelSize(width: 64, height: 64), filledWith: RGB(120, 120, 120))
    for y in part {
      for x in part {
        let tone = x / stripes % 2 == 0 ? tones.0 : tones.1
        picture[x, y] = RGB(tone, tone, tone)
      }
    }
    return picture
  }

  /// Each pixel replaced with the mean of so many pixels around it.
  private static func blurred(_ picture: Bitmap, _ reach: Int) -> Bitmap {
    var blurred = picture
    let (width, height) = (picture.size.width, picture.size.height)
    for y in 0..<height {
      for x in 0..<width {
        let around = (max(0, x - reach)...min(width - 1, x + reach)).map { Int(picture[$0, y].red) }
        let mean = UInt8(around.reduce(0, +) / around.count)
        blurred[x, y] = RGB(mean, mean, mean)
      }
    }
    return blurred
  }

  @Test func `sharpness is the variance of the differences from the four neighbours`() {
    // Every pixel differs from both neighbours across by 160, to either side.
    #expect(Sharpness(of: Self.picture(stripes: 1)).hundredths == 320 * 320 * 100)
    #expect(Sharpness(of: Self.picture(stripes: 1, tones: (90, 90))).hundredths == 0)
  }

  @Test func `sharpness decreases as an image is blurred`() {
    let sharp = Self.picture(stripes: 4)
    let all = [sharp] + [1, 2, 3].map { Self.blurred(sharp, $0) }
    let measured = all.map { Sharpness(of: $0) }
    #expect(measured == measured.sorted(by: >))
    #expect(Set(measured).count == measured.count)
  }

  @Test func `sharpness is that of the sharpest part, however small`() {
    let (small, large) = (Self.picture(stripes: 2, in: 34..<46), Self.picture(stripes: 2))
    let blurred = Sharpness(of: Self.blurred(large, 2))
    #expect(Sharpness(of: small) > blurred)
  }

  @Test(arguments: [(0, 0), (5, 64), (64, 5)])
  func `the sharpness of an image without tiles is zero`(width: Int, height: Int) {
    let picture = Bitmap(size: PixelSize(width: width, height: height))
    #expect(Sharpness(of: picture).hundredths == 0)
  }
}
