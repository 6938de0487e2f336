import Imaging
import Testing

@Suite("A hint of a picture")
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
  func `has the proportions of the picture, and 32 pixels a side at most`(
    shape: PixelSize, size: PixelSize
  ) throws {
    #expect(try PictureHint.blurHash(#require(Self.blur)).bitmap(shapedAs: shape).size == size)
    #expect(try PictureHint.thumbHash(#require(Self.thumb)).bitmap(shapedAs: shape).size == size)
  }

  @Test func `of one colour is one pixel`() {
    let bitmap = PictureHint.color(RGB(1, 2, 3)).bitmap(shapedAs: PixelSize(width: 9, height: 5))
    #expect(bitmap == Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGB(1, 2, 3)))
  }

  @Test func `tells proportions where it is a ThumbHash`() throws {
    #expect(
      try PictureHint.thumbHash(#require(Self.thumb)).shape == PixelSize(width: 7, height: 5))
    #expect(try PictureHint.blurHash(#require(Self.blur)).shape == nil)
    #expect(PictureHint.color(RGB(1, 2, 3)).shape == nil)
  }

  /// What a feed of a hundred thousand photos pays for each.
  @Test func `takes no more than a reference`() {
    #expect(MemoryLayout<PictureHint?>.size == MemoryLayout<Int>.size)
  }
}
