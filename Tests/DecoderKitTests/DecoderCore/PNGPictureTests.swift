import CSpng
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite struct PNGPictureTests {
  private let large = PictureDecoder(box: PixelSize(width: 4000, height: 4000))

  /// Packs samples of fewer than eight bits into bytes, the first in the highest bits.
  private func packed(_ samples: [Int], depth: Int) -> [UInt8] {
    var bits = samples.flatMap { sample in
      (0..<depth).map { UInt8(sample >> (depth - 1 - $0) & 1) }
    }
    bits += Array(repeating: 0, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }

  @Test(arguments: [1, 2, 4, 8], [false, true])
  func `greys of few bits are scaled from black to white`(depth: Int, isInterlaced: Bool) throws {
    let most = 1 << depth
    let samples = (0..<min(most, 9)).map { $0 * (most - 1) / (min(most, 9) - 1) }
    let size = PixelSize(width: samples.count, height: 3)
    let row = packed(samples, depth: depth)
    let png = SamplePNG(
      size: size, depth: UInt8(depth), kind: SPNG_COLOR_TYPE_GRAYSCALE, isInterlaced: isInterlaced,
      bytes: row + row + row)
    let picture = try large.decode(png.encoded())
    for (x, sample) in samples.enumerated() {
      let gray = UInt8(sample * 255 / (most - 1))
      #expect(picture.bitmap[x, 2] == RGB(gray, gray, gray))
    }
    #expect(picture.info.isComplete)
  }

  @Test(arguments: [1, 2, 4, 8], [false, true])
  func `palettes of every depth are decoded`(depth: Int, isInterlaced: Bool) throws {
    let palette = [RGB(10, 20, 30), RGB(200, 100, 50)]
    let png = SamplePNG(
      size: PixelSize(width: 3, height: 1), depth: UInt8(depth), kind: SPNG_COLOR_TYPE_INDEXED,
      isInterlaced: isInterlaced, palette: palette, bytes: packed([1, 0, 1], depth: depth))
    let picture = try large.decode(png.encoded())
    let bitmap = picture.bitmap
    #expect(picture.info.isComplete)
    #expect((0..<3).map { bitmap[$0, 0] } == [palette[1], palette[0], palette[1]])
  }

  @Test func `transparent entries of a palette are multiplied by alpha`() throws {
    let png = SamplePNG(
      size: PixelSize(width: 3, height: 1), kind: SPNG_COLOR_TYPE_INDEXED,
      palette: [RGB(200, 100, 50), RGB(200, 100, 50), RGB(1, 2, 3)], paletteAlpha: [0, 128],
      bytes: [0, 1, 2])
    let bitmap = try large.decode(png.encoded()).bitmap
    #expect(bitmap.bytes == [0, 0, 0, 0, 100, 50, 25, 128, 1, 2, 3, 255])
  }

  @Test func `a transparent grey is transparent`() throws {
    let png = SamplePNG(
      size: PixelSize(width: 2, height: 1), kind: SPNG_COLOR_TYPE_GRAYSCALE, transparentGray: 7,
      bytes: [7, 8])
    #expect(try large.decode(png.encoded()).bitmap.bytes == [0, 0, 0, 0, 8, 8, 8, 255])
  }

  @Test(
    arguments: [
      (SPNG_COLOR_TYPE_GRAYSCALE, [0x80], [128, 128, 128, 255]),
      (SPNG_COLOR_TYPE_TRUECOLOR, [0x80, 0x40, 0xFF], [128, 64, 255, 255]),
      (SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, [0x80, 0x00], [0, 0, 0, 0]),
      (SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, [0xFF, 0x80, 0x00, 0x80], [128, 64, 0, 128]),
    ] as [(spng_color_type, [UInt8], [UInt8])])
  func `samples of 8 and 16 bits are decoded`(
    kind: spng_color_type, samples: [UInt8], pixel: [UInt8]
  ) throws {
    let size = PixelSize(width: 1, height: 1)
    let narrow = SamplePNG(size: size, kind: kind, bytes: samples)
    #expect(try large.decode(narrow.encoded()).bitmap.bytes == pixel)
    let wide = SamplePNG(size: size, depth: 16, kind: kind, bytes: samples.flatMap { [$0, $0] })
    #expect(try large.decode(wide.encoded()).bitmap.bytes == pixel)
  }

  @Test(arguments: [PixelSize(width: 61, height: 33), PixelSize(width: 1, height: 1)])
  func `an interlaced PNG gives the same pixels`(size: PixelSize) throws {
    let noise = SamplePictures.noise(size)
    #expect(try large.decode(SamplePNG.encode(noise, isInterlaced: true)).bitmap == noise)
    #expect(try large.decode(SamplePNG.encode(noise)).bitmap == noise)
  }

  @Test(arguments: [
    PixelSize(width: 50, height: 50), PixelSize(width: 7, height: 200),
    PixelSize(width: 100, height: 1),
  ])
  func `averaging row by row equals scaling the whole image`(box: PixelSize) throws {
    let noise = SamplePictures.noise(PixelSize(width: 123, height: 77))
    let picture = try PictureDecoder(box: box).decode(SamplePNG.encode(noise))
    let expected = noise.scaled(to: noise.size.fitted(into: box))
    #expect(SamplePictures.difference(picture.bitmap, expected) <= 1)
  }

  /// Inserts a chunk after the header, or before the end.
  private func png(_ bitmap: Bitmap, with chunk: [UInt8], isEarly: Bool = true) -> [UInt8] {
    let png = SamplePNG.encode(bitmap)
    let place = isEarly ? 33 : png.count - 12
    return Array(png[..<place] + chunk + png[place...])
  }

  private func exif(_ orientation: Int, isBigEndian: Bool = true) -> [UInt8] {
    var block = SampleTIFF(isBigEndian: isBigEndian)
    block.add(0x0112, shorts: orientation)
    return SamplePNG.chunk("eXIf", block.encoded())
  }

  @Test(arguments: Orientation.allCases, [true, false])
  func `every orientation gives the same image`(orientation: Orientation, isEarly: Bool) throws {
    let shown = SamplePictures.fields(PixelSize(width: 96, height: 64))
    let stored = SamplePictures.stored(shown, orientation)
    let file = png(
      stored, with: exif(orientation.rawValue, isBigEndian: isEarly), isEarly: isEarly)
    let picture = try large.decode(file)
    #expect(picture.bitmap == shown)
    #expect(picture.info.size == shown.size)
    #expect(picture.info.orientation == orientation)
    #expect(picture.info.isComplete)
    let small = try PictureDecoder(box: PixelSize(width: 48, height: 90)).decode(file)
    #expect(small.bitmap == SamplePictures.fields(PixelSize(width: 48, height: 32)))
  }

  @Test(arguments: [
    [], Array("II*\0".utf8), Array("MM\0*".utf8) + [255, 255, 255, 255],
    Array(repeating: 255, count: 60),
  ])
  func `a damaged EXIF chunk does not prevent decoding`(block: [UInt8]) throws {
    let fields = SamplePictures.fields(PixelSize(width: 8, height: 4))
    #expect(try large.decode(png(fields, with: SamplePNG.chunk("eXIf", block))).bitmap == fields)
    #expect(try large.decode(png(fields, with: exif(77))).bitmap == fields)
    #expect(try large.decode(png(fields, with: exif(1) + exif(6))).bitmap == fields)
  }

  @Test func `half a file gives its rows, the others are transparent`() throws {
    let noise = SamplePictures.noise(PixelSize(width: 100, height: 80))
    let png = SamplePNG.encode(noise)
    let picture = try large.decode(Array(png.prefix(png.count / 2)))
    #expect(!picture.info.isComplete)
    #expect(picture.bitmap.size == noise.size)
    #expect(picture.bitmap.bytes.prefix(100 * 4 * 30) == noise.bytes.prefix(100 * 4 * 30))
    #expect(picture.bitmap.bytes.suffix(100 * 4 * 30).allSatisfy { $0 == 0 })
  }

  @Test func `half an interlaced file gives a coarse image`() throws {
    let fields = SamplePictures.fields(PixelSize(width: 96, height: 96))
    let noise = SamplePictures.noise(fields.size)
    var mixed = fields
    // Only the last two passes are noise, so that the passes before are known where the file ends.
    for y in 0..<96 {
      for x in 0..<96 where y % 2 == 1 || x % 2 == 1 { mixed[x, y] = noise[x, y] }
    }
    let png = SamplePNG.encode(mixed, isInterlaced: true)
    let picture = try large.decode(Array(png.prefix(png.count / 2)))
    #expect(!picture.info.isComplete)
    let coarse = (0..<48 * 48).allSatisfy { index in
      let (x, y) = (index % 48 * 2, index / 48 * 2)
      return picture.bitmap[x, y] == fields[x, y]
    }
    #expect(coarse)
    let alphas = stride(from: 3, to: picture.bitmap.bytes.count, by: 4).map {
      picture.bitmap.bytes[$0]
    }
    #expect(alphas.allSatisfy { $0 == 255 })
  }

  @Test func `a PNG without its last byte is complete`() throws {
    let noise = SamplePictures.noise(PixelSize(width: 40, height: 30))
    let picture = try large.decode(SamplePNG.encode(noise).dropLast())
    #expect(picture.bitmap == noise)
    #expect(picture.info.isComplete)
  }

  @Test func `a PNG cut off before its pixels is truncated`() {
    let png = SamplePNG.encode(SamplePictures.noise(PixelSize(width: 100, height: 80)))
    let start = Array(png.prefix(png.count / 100))
    #expect(throws: PictureError.truncated) { try large.decode(start) }
    #expect(throws: PictureError.truncated) { try large.decode(Array(png.prefix(8))) }
  }

  @Test func `floods of texts and damaged profiles are skipped`() throws {
    let fields = SamplePictures.fields(PixelSize(width: 8, height: 8))
    let png = SamplePNG.encode(fields)
    let flood = (0..<20_000).flatMap { _ in SamplePNG.chunk("tEXt", Array("k\0v".utf8)) }
    let profile = SamplePNG.chunk("iCCP", Array("x\0\0".utf8) + Array(repeating: 255, count: 4096))
    let hostile = png.prefix(33) + flood + profile + png.dropFirst(33)
    #expect(try large.decode(Array(hostile)).bitmap == fields)
  }

  @Test(arguments: [
    PixelSize(width: 50_000, height: 50_000), PixelSize(width: 10_000_000, height: 1),
    PixelSize(width: 2_147_483_647, height: 2_147_483_647),
    PixelSize(width: 4_294_967_295, height: 4_294_967_295),
  ])
  func `an image with too many pixels is refused by its header`(size: PixelSize) {
    let png = SamplePNG.encode(SamplePictures.fields(PixelSize(width: 8, height: 8)))
    #expect(throws: PictureError.tooManyPixels(size)) {
      try large.decode(SamplePNG.claim(size, in: png))
    }
  }

  @Test func `an image of size zero is damaged`() {
    let png = SamplePNG.encode(SamplePictures.fields(PixelSize(width: 8, height: 8)))
    let size = PixelSize(width: 0, height: 8)
    #expect(throws: PictureError.damaged) { try large.decode(SamplePNG.claim(size, in: png)) }
  }
}
