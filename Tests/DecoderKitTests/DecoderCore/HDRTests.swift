import DecoderKit
import Glibc
import Imaging
import PictureSamples
import Testing

@Suite("Colours by code points")
struct HDRTests {
  private func color(_ color: RGB, _ primaries: Int, _ transfer: Int) -> RGB {
    let colors = CICP(primaries: primaries, transfer: transfer).colors
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2), filledWith: color)
    return bitmap.inStandardColors(colors, isGray: false)[1, 1]
  }

  private func expect(_ found: RGB, _ wanted: RGB, within tolerance: Int) {
    for (one, other) in zip(
      [found.red, found.green, found.blue], [wanted.red, wanted.green, wanted.blue])
    {
      #expect(abs(Int(one) - Int(other)) <= tolerance, "\(found) is not \(wanted)")
    }
  }

  /// Samples of eight bits and the resulting ones: black, a grey card (38 %, 26 cd/m²), half of
  /// paper white, paper white (58 and 75 %), the maximum, and beyond it.
  @Test(arguments: [
    (16, 0, 0), (16, 97, 100), (16, 129, 184), (16, 148, 229), (16, 192, 255), (16, 255, 255),
    (18, 0, 0), (18, 97, 101), (18, 128, 137), (18, 160, 185), (18, 191, 229), (18, 255, 255),
  ])
  func `HDR light is toned down so that paper white is near white`(
    transfer: Int, sample: UInt8, shown: UInt8
  ) {
    for primaries in [1, 9, 12] {
      expect(
        color(RGB(sample, sample, sample), primaries, transfer), RGB(shown, shown, shown), within: 2
      )
    }
  }

  /// IEC 61966-2-1, by its own formula.
  @Test func `light of ordinary brightness is encoded as sRGB`() {
    for step in 0...40_000 {
      let light = Float(step) / 100_000
      let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      let sample = HDRColors.screen(ofLight: SIMD3(repeating: light)).x
      // Half a sample more or less, and the rounding of a float.
      #expect(abs(Float(sample) - value * 255) <= 0.5001, "\(light)")
    }
  }

  @Test(arguments: [16, 18])
  func `tone mapping never makes a brighter sample darker`(transfer: Int) {
    let shown = (0...255).map { color(RGB(UInt8($0), UInt8($0), UInt8($0)), 9, transfer).green }
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(shown).count > 120)
  }

  @Test func `tone mapping preserves the hue of a bright colour`() {
    let shown = color(RGB(200, 120, 120), 1, 16)
    #expect(shown.red == 255 && shown.green < 200)
    expect(
      RGB(shown.green, shown.green, shown.green), RGB(shown.blue, shown.blue, shown.blue), within: 1
    )
  }

  @Test(arguments: [
    (1, 13, RGB(200, 100, 50), RGB(200, 100, 50)), (2, 2, RGB(200, 100, 50), RGB(200, 100, 50)),
    (1, 1, RGB(200, 100, 50), RGB(200, 100, 50)), (99, 99, RGB(9, 8, 7), RGB(9, 8, 7)),
    (12, 13, RGB(128, 128, 128), RGB(128, 128, 128)), (12, 13, RGB(200, 100, 50), RGB(215, 93, 31)),
    (9, 14, RGB(128, 128, 128), RGB(128, 128, 128)), (9, 14, RGB(200, 100, 50), RGB(241, 76, 29)),
    (1, 8, RGB(55, 55, 55), RGB(128, 128, 128)),
  ])
  func `primaries and curves of SDR code points are converted to sRGB`(
    primaries: Int, transfer: Int, sample: RGB, shown: RGB
  ) {
    expect(color(sample, primaries, transfer), shown, within: 3)
  }

  @Test func `half transparent light is toned down before premultiplication`() {
    let half = Bitmap(
      size: PixelSize(width: 1, height: 1), bytes: [74, 74, 74, 128])
    let colors = CICP(primaries: 9, transfer: 16).colors
    let shown = half.inStandardColors(colors, isGray: false).bytes
    #expect(shown[3] == 128)
    #expect((113...116).contains(shown[0]))
  }
}
