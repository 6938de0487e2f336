import Imaging
import Testing

@Suite("Clipping")
struct ClippingTests {
  @Test(
    arguments: [
      ((255, 255, 255), Clipping.highlights), ((254, 0, 0), .highlights),
      ((0, 255, 0), .highlights),
      ((9, 9, 254), .highlights), ((253, 253, 253), nil), ((0, 0, 0), .shadows),
      ((1, 1, 1), .shadows), ((0, 2, 0), nil), ((0, 0, 128), nil), ((128, 128, 128), nil),
    ] as [((UInt8, UInt8, UInt8), Clipping?)])
  func `one full channel clips highlights, three empty ones clip shadows`(
    color: (UInt8, UInt8, UInt8), clipping: Clipping?
  ) {
    #expect(Clipping(color.0, color.1, color.2) == clipping)
  }

  @Test func `only opaque pixels are marked, in red and blue or by black and white`() {
    let bytes: [UInt8] = [
      255, 254, 3, 255, 1, 0, 0, 255, 100, 100, 100, 255, 0, 0, 0, 0, 254, 254, 254, 254,
    ]
    let bitmap = Bitmap(size: PixelSize(width: 5, height: 1), bytes: bytes)
    #expect(
      bitmap.markingClipping(inColor: true).bytes
        == [255, 0, 0, 255, 0, 0, 255, 255] + bytes[8...])
    #expect(
      bitmap.markingClipping(inColor: false).bytes
        == [0, 0, 0, 255, 255, 255, 255, 255] + bytes[8...])
  }
}

@Suite("A histogram of tones")
struct ToneHistogramTests {
  @Test(arguments: [
    (RGB(0, 0, 0), 0), (RGB(255, 255, 255), 255), (RGB(255, 0, 0), 54), (RGB(0, 255, 0), 182),
    (RGB(0, 0, 255), 18), (RGB(10, 20, 30), 19),
  ])
  func `a histogram counts each channel and the luma of BT.709`(color: RGB, luma: Int) {
    let histogram = ToneHistogram(
      of: Bitmap(size: PixelSize(width: 3, height: 2), filledWith: color))
    #expect(histogram.pixelCount == 6)
    for (bins, value) in [
      (histogram.red, Int(color.red)), (histogram.green, Int(color.green)),
      (histogram.blue, Int(color.blue)), (histogram.luma, luma),
    ] {
      #expect(bins.count == ToneHistogram.binCount)
      #expect(bins[value] == 6 && bins.reduce(0, +) == 6)
    }
  }

  @Test func `a histogram of a part counts only its opaque pixels`() {
    var bitmap = Bitmap(size: PixelSize(width: 4, height: 2), filledWith: RGB(255, 255, 255))
    bitmap[0, 0] = RGB(0, 0, 0)
    bitmap[1, 1] = RGB(90, 90, 90)
    var bytes = bitmap.bytes
    bytes.replaceSubrange(4..<8, with: [7, 7, 7, 200])
    let histogram = ToneHistogram(
      of: Bitmap(size: bitmap.size, bytes: bytes), in: PixelRect(x: -1, y: 0, width: 3, height: 9))
    #expect(histogram.pixelCount == 3)
    #expect(histogram.red[0] == 1 && histogram.red[255] == 1 && histogram.red[90] == 1)
    #expect(histogram.clippedShare(.shadows) == 1.0 / 3)
    #expect(histogram.clippedShare(.highlights) == 1.0 / 3)
  }

  @Test func `at least a fifth of a large image's pixels are counted, up to the limit`() {
    for size in [PixelSize(width: 1200, height: 1000), PixelSize(width: 1_100_000, height: 1)] {
      let histogram = ToneHistogram(of: Bitmap(size: size, filledWith: RGB(1, 2, 3)))
      #expect((1...ToneHistogram.pixelLimit).contains(histogram.pixelCount))
      #expect(histogram.pixelCount * 5 > size.area)
    }
    let whole = PixelSize(width: 1024, height: 1024)
    #expect(ToneHistogram(of: Bitmap(size: whole)).pixelCount == whole.area)
  }

  @Test func `the histogram of an empty bitmap counts no pixels`() {
    let histogram = ToneHistogram(of: Bitmap(size: PixelSize(width: 0, height: 4), bytes: []))
    #expect(histogram.pixelCount == 0 && histogram.clippedShare(.shadows) == 0)
  }
}
