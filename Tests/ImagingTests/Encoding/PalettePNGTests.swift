import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite("A PNG with a palette")
struct PalettePNGTests {
  private static let landscape = SamplePictures.landscape(PixelSize(width: 240, height: 160))

  private static func rgb(_ bitmap: Bitmap) -> [UInt8] {
    bitmap.bytes.enumerated().filter { $0.offset % 4 < 3 }.map { $0.element }
  }

  private static func file(_ bitmap: Bitmap) throws -> [UInt8] {
    try #require(PalettePNG().file(of: rgb(bitmap), size: bitmap.size))
  }

  /// A file as libspng decodes it.
  private static func decoded(_ file: [UInt8]) throws -> Bitmap {
    let box = PixelSize(width: 4000, height: 4000)
    return try PictureDecoder(box: box).decode(file).bitmap
  }

  @Test func `a palette PNG approximates a photo in a small part of its bytes`() throws {
    let file = try Self.file(Self.landscape)
    #expect(SamplePictures.decibels(of: try Self.decoded(file), against: Self.landscape) > 34)
    #expect(file.count < Self.landscape.size.area * 3 / 5)
  }

  @Test func `equal bitmaps give equal files`() throws {
    #expect(try Self.file(Self.landscape) == Self.file(Self.landscape))
  }

  @Test(arguments: [
    (1, 1), (1, 50), (50, 1), (3, 2), (255, 2), (256, 3),
  ])
  func `an image of few colours is encoded exactly`(width: Int, height: Int) throws {
    var bitmap = Bitmap(size: PixelSize(width: width, height: height))
    for place in 0..<width * height {
      let color = RGB(UInt8(place % 5 * 60), UInt8(place % 7 * 40), UInt8(place % 3 * 100))
      bitmap[place % width, place / width] = color
    }
    #expect(try Self.decoded(Self.file(bitmap)) == bitmap)
  }

  @Test func `a palette PNG has the chunks that the format requires`() throws {
    let file = try Self.file(SamplePictures.fields(PixelSize(width: 8, height: 6)))
    #expect(file.starts(with: PNGFile.signature))
    #expect(Self.chunks(file).map(\.type) == ["IHDR", "PLTE", "IDAT", "IEND"])
    #expect(Self.chunks(file)[0].data == [0, 0, 0, 8, 0, 0, 0, 6, 8, 3, 0, 0, 0])
    #expect(Self.chunks(file)[1].data.count == 4 * 3)
  }

  private static func chunks(_ file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var chunks: [(type: String, data: [UInt8])] = []
    var rest = file.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      chunks.append((type, Array(rest.dropFirst(8).prefix(length))))
      rest = rest.dropFirst(12 + length)
    }
    return chunks
  }

  @Test(arguments: [(0, 0), (0, 7), (7, 0)])
  func `an empty bitmap gives no file`(width: Int, height: Int) {
    #expect(PalettePNG().file(of: [], size: PixelSize(width: width, height: height)) == nil)
  }
}
