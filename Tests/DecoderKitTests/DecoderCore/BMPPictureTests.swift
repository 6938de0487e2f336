import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite struct BMPPictureTests {
  private let decoder = PictureDecoder(box: PixelSize(width: 500, height: 500))
  private let colors: [RGB] = [RGB(10, 20, 30), RGB(200, 100, 50), RGB(255, 255, 255)]

  private func colors(of bitmap: Bitmap) -> [RGB] {
    (0..<bitmap.size.area).map { bitmap[$0 % bitmap.size.width, $0 / bitmap.size.width] }
  }

  @Test(arguments: [24, 32], [false, true])
  func `a BMP gives the same pixels as a PNG`(bits: Int, isTopDown: Bool) throws {
    let noise = SamplePictures.noise(PixelSize(width: 61, height: 33))
    let file = SampleBMP.encode(noise, bits: bits, isTopDown: isTopDown)
    for box in [(100, 100), (20, 31), (37, 90), (60, 16), (7, 7)].map(PixelSize.init) {
      let decoder = PictureDecoder(box: box)
      #expect(try decoder.decode(file) == decoder.decode(SamplePNG.encode(noise)))
    }
  }

  @Test(arguments: [0, 14, 53])
  func `pixels with an offset inside the headers are read after them`(start: UInt8) throws {
    let noise = SamplePictures.noise(PixelSize(width: 12, height: 9))
    let palette = SampleBMP(
      size: PixelSize(width: 3, height: 2), bits: 8, palette: colors,
      rows: [0, 1, 2, 0, 2, 2, 1, 0])
    for file in [SampleBMP.encode(noise, bits: 24, isTopDown: false), palette.encoded()] {
      var moved = file
      moved.replaceSubrange(10..<14, with: [start, 0, 0, 0])
      #expect(try decoder.decode(moved) == decoder.decode(file))
    }
  }

  @Test(
    arguments: [
      (1, [0b0100_0000, 0, 0, 0, 0b1000_0000, 0, 0, 0], [1, 0, 0, 0, 1, 0]),
      (4, [0x21, 0x00, 0, 0, 0x10, 0x20, 0, 0], [1, 0, 2, 2, 1, 0]),
      (8, [0, 1, 2, 0, 2, 2, 1, 0], [2, 2, 1, 0, 1, 2]),
    ] as [(Int, [UInt8], [Int])])
  func `palette indices are resolved`(bits: Int, rows: [UInt8], shown: [Int]) throws {
    let file = SampleBMP(
      size: PixelSize(width: 3, height: 2), bits: bits, palette: colors, rows: rows)
    #expect(colors(of: try decoder.decode(file.encoded()).bitmap) == shown.map { colors[$0] })
  }

  @Test(
    arguments: [
      (1, 8, [3, 1, 0, 0, 0, 3, 2, 1, 0, 0, 0, 1], [2, 1, 0, 1, 1, 1]),
      (1, 8, [1, 2, 0, 2, 1, 1, 1, 1, 0, 1], [0, 0, 1, 2, 0, 0]),
      (2, 4, [3, 0x12, 0, 0, 0, 3, 0x20, 0x10, 0, 1], [2, 0, 1, 1, 2, 1]),
    ] as [(Int, Int, [UInt8], [Int])])
  func `run-length encoded rows are decoded`(
    compression: Int, bits: Int, runs: [UInt8], shown: [Int]
  ) throws {
    let file = SampleBMP(
      size: PixelSize(width: 3, height: 2), bits: bits, compression: compression,
      palette: colors, rows: runs)
    let picture = try decoder.decode(file.encoded())
    #expect(colors(of: picture.bitmap) == shown.map { colors[$0] })
    #expect(picture.info.isComplete)
  }

  @Test(
    arguments: [
      ([1, 2, 0, 0, 1, 1, 0, 1], [2, 0, 1, 0, 0, 0], true),
      ([1, 2, 0, 2, 0, 2, 1, 1, 0, 1], [2, 0, 0, 0, 0, 1], true),
      ([0, 0, 0, 0, 1, 1, 0, 1], [0, 0, 0, 0, 1, 0], true),
      ([0, 2, 0, 255, 3, 1, 0, 1], [0, 0, 0, 0, 0, 0], true),
      ([3, 1, 0, 0, 3, 2], [1, 1, 2, 2], false),
      ([3, 1, 0, 0], [1, 1], false),
    ] as [([UInt8], [Int], Bool)])
  func `rows skipped by runs have the first colour, missing rows are transparent`(
    runs: [UInt8], shown: [Int], isComplete: Bool
  ) throws {
    let file = SampleBMP(
      size: PixelSize(width: 2, height: 3), bits: 8, compression: 1, isTopDown: true,
      palette: colors, rows: runs)
    let picture = try decoder.decode(file.encoded())
    #expect(colors(of: picture.bitmap).prefix(shown.count) == shown.map { colors[$0] }[...])
    let missing = picture.bitmap.bytes.dropFirst(shown.count * 4)
    #expect(missing.allSatisfy { $0 == 0 })
    #expect(picture.info.isComplete == isComplete)
  }

  @Test func `averaging very many white pixels gives white`() throws {
    let file = SampleBMP(
      size: PixelSize(width: 300_000, height: 2), bits: 8, palette: [RGB(255, 255, 255)],
      rows: Array(repeating: 0, count: 600_000))
    let picture = try PictureDecoder(box: PixelSize(width: 1, height: 1)).decode(file.encoded())
    #expect(picture.bitmap.bytes == [255, 255, 255, 255])
  }

  @Test func `a row of too many pixels and a missing row are refused`() throws {
    let wide = SampleBMP(
      size: PixelSize(width: 50_000_000, height: 1), bits: 8, palette: colors, rows: [0])
    #expect(throws: PictureError.tooManyPixels(wide.size)) { try decoder.decode(wide.encoded()) }
    let missing = SampleBMP(
      size: PixelSize(width: 1_000_000, height: 100), bits: 8, palette: colors, rows: [0])
    #expect(throws: PictureError.truncated) { try decoder.decode(missing.encoded()) }
  }

  @Test func `a hundred million pixels in a few bytes are averaged`() throws {
    let file = SampleBMP(
      size: PixelSize(width: 10_000, height: 10_000), bits: 8, compression: 1, palette: colors,
      rows: [1, 2, 0, 1])
    let bitmap = try decoder.decode(file.encoded()).bitmap
    #expect(bitmap.size == PixelSize(width: 500, height: 500))
    #expect(Set(colors(of: bitmap).dropLast(500)) == [colors[0]])
  }

  @Test func `masks select the channels of a pixel`() throws {
    let usual = SampleBMP(
      size: PixelSize(width: 2, height: 1), bits: 16, rows: [0x1F, 0, 0, 0x7C])
    #expect(
      colors(of: try decoder.decode(usual.encoded()).bitmap) == [RGB(0, 0, 255), RGB(255, 0, 0)])
    let green = SampleBMP(
      size: PixelSize(width: 2, height: 1), bits: 16, compression: 3,
      masks: [0xF800, 0x07E0, 0x001F], rows: [0xE0, 0x07, 0x1F, 0])
    #expect(
      colors(of: try decoder.decode(green.encoded()).bitmap) == [RGB(0, 255, 0), RGB(0, 0, 255)])
    let alpha = SampleBMP(
      size: PixelSize(width: 1, height: 1), bits: 32, compression: 6,
      masks: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000], rows: [255, 100, 0, 128])
    #expect(try decoder.decode(alpha.encoded()).bitmap.bytes == [128, 50, 0, 128])
  }

  @Test func `missing rows are transparent`() throws {
    let noise = SamplePictures.noise(PixelSize(width: 20, height: 20))
    let file = SampleBMP.encode(noise, bits: 24, isTopDown: true)
    let picture = try decoder.decode(Array(file.prefix(file.count / 2)))
    #expect(!picture.info.isComplete)
    #expect(picture.bitmap[5, 5] == noise[5, 5])
    #expect(picture.bitmap.bytes.last == 0)
    #expect(throws: PictureError.truncated) { try decoder.decode(Array(file.prefix(60))) }
  }

  @Test func `impossible sizes, depths and compressions are refused`() {
    let rows = [UInt8](repeating: 0, count: 64)
    let huge = SampleBMP(size: PixelSize(width: 50_000, height: 50_000), bits: 24, rows: rows)
    #expect(throws: PictureError.tooManyPixels(huge.size)) { try decoder.decode(huge.encoded()) }
    let empty = SampleBMP(size: PixelSize(width: 0, height: 5), bits: 24, rows: rows)
    #expect(throws: PictureError.damaged) { try decoder.decode(empty.encoded()) }
    let odd = SampleBMP(size: PixelSize(width: 5, height: 5), bits: 7, rows: rows)
    #expect(throws: PictureError.damaged) { try decoder.decode(odd.encoded()) }
    let inner = SampleBMP(
      size: PixelSize(width: 5, height: 5), bits: 0, compression: 4, rows: rows)
    #expect(throws: PictureError.unsupported("BMP with a JPEG inside")) {
      try decoder.decode(inner.encoded())
    }
  }
}
