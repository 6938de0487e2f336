import Imaging
import Testing

@Suite("Hints of images")
struct PictureHintTests {
  private static let blur = BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj".utf8)
  private static let thumb = ThumbHash(base64: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A".utf8)

  @Test(arguments: [
    (PixelSize(width: 4000, height: 3000), PixelSize(width: 32, height: 24)),
    (PixelSize(width: 3, height: 4), PixelSize(width: 24, height: 32)),
    (PixelSize(width: 1, height: 1), PixelSize(width: 32, height: 32)),
    (PixelSize(width: 1_000_000, height: 1), PixelSize(width: 32, height: 1)),
    (PixelSize(width: 0, height: -3), PixelSize(width: 32, height: 32)),
    (PixelSize(width: .max, height: .max), PixelSize(width: 32, height: 32)),
  ])
  func `a hint's bitmap has the photo's proportions and at most 32 pixels a side`(
    shape: PixelSize, size: PixelSize
  ) throws {
    #expect(try PictureHint.blurHash(#require(Self.blur)).bitmap(shapedAs: shape).size == size)
    #expect(try PictureHint.thumbHash(#require(Self.thumb)).bitmap(shapedAs: shape).size == size)
  }

  @Test func `the bitmap of a hint of one colour is one pixel`() {
    let bitmap = PictureHint.color(RGB(1, 2, 3)).bitmap(shapedAs: PixelSize(width: 9, height: 5))
    #expect(bitmap == Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGB(1, 2, 3)))
  }

  @Test func `only a ThumbHash has proportions of its own`() throws {
    #expect(
      try PictureHint.thumbHash(#require(Self.thumb)).shape == PixelSize(width: 7, height: 5))
    #expect(try PictureHint.blurHash(#require(Self.blur)).shape == nil)
    #expect(PictureHint.color(RGB(1, 2, 3)).shape == nil)
  }

  /// A feed may have a hundred thousand photos.
  @Test func `a hint takes the memory of a reference`() {
    #expect(MemoryLayout<PictureHint?>.size == MemoryLayout<Int>.size)
  }
}
