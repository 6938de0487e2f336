import DecoderKit
import Imaging
import PictureSamples
import Testing

/// Colours of an HDR profile are toned down as those of code points are.
@Suite("Profiles of HDR images")
struct HDRProfileTests {
  private static let colors = [
    RGB(148, 148, 148), RGB(97, 97, 97), RGB(140, 90, 60), RGB(40, 100, 130), RGB(255, 255, 255),
    RGB(0, 0, 0),
  ]
  private static let size = PixelSize(width: colors.count, height: 1)

  private func shown(_ colors: PictureColors) -> Bitmap {
    var bitmap = Bitmap(size: Self.size)
    for (x, color) in Self.colors.enumerated() { bitmap[x, 0] = color }
    return bitmap.inStandardColors(colors, isGray: false)
  }

  @Test(arguments: [16, 18])
  func `code points in a profile override the rest of it`(transfer: UInt8) {
    let codes = CICP(primaries: 9, transfer: Int(transfer))
    let profile = SampleProfile.coded(primaries: 9, transfer: transfer)
    #expect(shown(.profile(profile)) == shown(codes.colors))
    #expect(shown(.profile(profile)) != shown(.standard))
  }

  @Test func `code points of sRGB change nothing`() {
    let profile = SampleProfile.coded(primaries: 1, transfer: 13)
    #expect(shown(.profile(profile)) == shown(.standard))
  }

  @Test(arguments: [(false, 16), (true, 18)])
  func `an HDR profile without code points is recognised by its curve`(isHLG: Bool, transfer: Int) {
    let profile = SampleProfile.hdr(isHLG: isHLG)
    let coded = shown(CICP(primaries: 9, transfer: transfer).colors)
    #expect(SamplePictures.difference(shown(.profile(profile)), coded) <= 2)
  }

  @Test func `no damaged profile ends the process`() {
    let whole = SampleProfile.coded(primaries: 9, transfer: 16)
    for count in 0..<min(whole.count, 300) { _ = shown(.profile(Array(whole.prefix(count)))) }
    for index in 124..<260 {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var hurt = whole
        hurt[index] = value
        _ = shown(.profile(hurt))
      }
    }
  }
}
