import Imaging
import Testing

@Suite("How sharp pictures are")
struct SharpnessTests {
  /// Stripes of two tones, as wide as is asked for, in a part of a grey picture.
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

  /// The mean of so many pixels around each.
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

  @Test func `is the variance of what differs from the four neighbours`() {
    // Every pixel differs from both neighbours across by 160, to either side.
    #expect(Sharpness(of: Self.picture(stripes: 1)).hundredths == 320 * 320 * 100)
    #expect(Sharpness(of: Self.picture(stripes: 1, tones: (90, 90))).hundredths == 0)
  }

  @Test func `is less the more a picture is blurred`() {
    let sharp = Self.picture(stripes: 4)
    let all = [sharp] + [1, 2, 3].map { Self.blurred(sharp, $0) }
    let measured = all.map { Sharpness(of: $0) }
    #expect(measured == measured.sorted(by: >))
    #expect(Set(measured).count == measured.count)
  }

  @Test func `goes by what is sharpest, however small that is`() {
    let (small, large) = (Self.picture(stripes: 2, in: 34..<46), Self.picture(stripes: 2))
    let blurred = Sharpness(of: Self.blurred(large, 2))
    #expect(Sharpness(of: small) > blurred)
  }

  @Test(arguments: [(0, 0), (5, 64), (64, 5)])
  func `of what has no tiles is zero`(width: Int, height: Int) {
    let picture = Bitmap(size: PixelSize(width: width, height: height))
    #expect(Sharpness(of: picture).hundredths == 0)
  }
}
