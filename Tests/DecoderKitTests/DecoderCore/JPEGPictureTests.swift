import CTurboJPEG
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

@Suite struct JPEGPictureTests {
  private let large = PictureDecoder(box: PixelSize(width: 4000, height: 4000))

  @Test(arguments: Orientation.allCases)
  func `every orientation gives the same image`(orientation: Orientation) throws {
    let shown = SamplePictures.fields(PixelSize(width: 96, height: 64))
    let jpeg = SampleJPEG.encode(SamplePictures.stored(shown, orientation))
    let photo = SampleJPEG.insert(SampleJPEG.exif(orientation: orientation.rawValue), into: jpeg)
    let picture = try large.decode(photo)
    #expect(picture.info.size == shown.size)
    #expect(picture.info.isComplete)
    #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
  }

  @Test(arguments: Orientation.allCases)
  func `the oriented image is fitted into the box`(orientation: Orientation) throws {
    let shown = SamplePictures.fields(PixelSize(width: 480, height: 240))
    let jpeg = SampleJPEG.encode(SamplePictures.stored(shown, orientation))
    let photo = SampleJPEG.insert(SampleJPEG.exif(orientation: orientation.rawValue), into: jpeg)
    let picture = try PictureDecoder(box: PixelSize(width: 60, height: 90)).decode(photo)
    let expected = SamplePictures.fields(PixelSize(width: 60, height: 30))
    #expect(SamplePictures.difference(picture.bitmap, expected) <= 8)
  }

  @Test(arguments: [
    // An eighth of 4000 by 3000 is nearly as large; of 3800 it is too small, of 6000 too large.
    (PixelSize(width: 4000, height: 3000), 264, 512, PixelSize(width: 500, height: 375)),
    (PixelSize(width: 3000, height: 4000), 264, 512, PixelSize(width: 375, height: 500)),
    (PixelSize(width: 3800, height: 2850), 264, 512, PixelSize(width: 512, height: 384)),
    (PixelSize(width: 6000, height: 4000), 264, 512, PixelSize(width: 512, height: 341)),
    // It is not accepted if more is needed, nor if the box is as large.
    (PixelSize(width: 4000, height: 3000), 505, 512, PixelSize(width: 512, height: 384)),
    (PixelSize(width: 4000, height: 3000), 512, 512, PixelSize(width: 512, height: 384)),
  ])
  func `an image decoded for a larger whole box may be slightly smaller`(
    size: PixelSize, box: Int, whole: Int, expected: PixelSize
  ) throws {
    let photo = SampleJPEG.encode(Bitmap(size: size, filledWith: RGB(90, 120, 30)))
    let decoder = PictureDecoder(
      box: PixelSize(width: box, height: box), wholeBox: PixelSize(width: whole, height: whole))
    let picture = try decoder.decode(photo)
    #expect(picture.bitmap.size == expected)
    #expect(picture.info.size == size)
  }

  @Test(arguments: [0, 9, 77, 65535])
  func `an invalid orientation counts as upright`(number: Int) throws {
    let shown = SamplePictures.fields(PixelSize(width: 32, height: 16))
    let photo = SampleJPEG.insert(
      SampleJPEG.exif(orientation: number), into: SampleJPEG.encode(shown))
    #expect(try large.decode(photo).bitmap.size == shown.size)
  }

  @Test(arguments: [
    Array("Exif\0\0".utf8), Array("Exif\0\0MM\0*".utf8) + [255, 255, 255, 255],
    Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 255, 255],
    Array("Exif\0\0".utf8) + Array(repeating: 255, count: 65000),
  ])
  func `a damaged EXIF block does not prevent decoding`(block: [UInt8]) throws {
    let shown = SamplePictures.fields(PixelSize(width: 32, height: 16))
    let picture = try large.decode(SampleJPEG.insert(block, into: SampleJPEG.encode(shown)))
    #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
  }

  @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY])
  func `every chroma subsampling is decoded`(subsampling: TJSAMP) throws {
    let gray = Bitmap(size: PixelSize(width: 40, height: 24), filledWith: RGB(90, 90, 90))
    let picture = try large.decode(SampleJPEG.encode(gray, subsampling: subsampling))
    #expect(SamplePictures.difference(picture.bitmap, gray) <= 3)
  }

  @Test(
    arguments: [
      ([255, 0, 0, 255], RGB(255, 0, 0)), ([255, 255, 255, 255], RGB(255, 255, 255)),
      ([255, 255, 255, 0], RGB(0, 0, 0)), ([0, 255, 255, 128], RGB(0, 128, 128)),
    ] as [([UInt8], RGB)])
  func `inverted CMYK of Adobe is converted to RGB`(inks: [UInt8], color: RGB) throws {
    let size = PixelSize(width: 16, height: 16)
    let bitmap = Bitmap(size: size, bytes: (0..<size.area).flatMap { _ in inks })
    let picture = try large.decode(SampleJPEG.encode(bitmap, format: TJPF_CMYK))
    let expected = Bitmap(size: size, filledWith: color)
    #expect(SamplePictures.difference(picture.bitmap, expected) <= 4)
  }

  @Test func `CMYK of other programs is not inverted`() {
    let inks = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 255, 0, 0])
    #expect(inks.fromCMYK(isInverted: false)[0, 0] == RGB(255, 0, 255))
    #expect(inks.fromCMYK(isInverted: true)[0, 0] == RGB(0, 0, 0))
  }

  @Test(arguments: [0, TJFLAG_PROGRESSIVE])
  func `half a file is decoded and incomplete`(flags: Int32) throws {
    let noise = SamplePictures.noise(PixelSize(width: 200, height: 120))
    let jpeg = SampleJPEG.encode(noise, flags: flags)
    let picture = try large.decode(Array(jpeg.prefix(jpeg.count / 2)))
    #expect(picture.bitmap.size == noise.size)
    #expect(!picture.info.isComplete)
  }

  @Test func `a JPEG without its last byte is complete`() throws {
    let shown = SamplePictures.fields(PixelSize(width: 96, height: 64))
    let picture = try large.decode(SampleJPEG.encode(shown).dropLast())
    #expect(SamplePictures.difference(picture.bitmap, shown) <= 8)
  }

  @Test func `a JPEG cut off in its header is truncated`() {
    let jpeg = SampleJPEG.encode(SamplePictures.noise(PixelSize(width: 200, height: 120)))
    let start = Array(jpeg.prefix(jpeg.count / 200))
    #expect(throws: PictureError.truncated) { try large.decode(start) }
    #expect(throws: PictureError.truncated) { try large.decode([0xFF, 0xD8, 0xFF]) }
  }

  @Test(
    arguments: [
      (PixelSize(width: 50_000, height: 50_000), 0), (PixelSize(width: 65_535, height: 65_535), 0),
      (PixelSize(width: 20_000, height: 20_000), TJFLAG_PROGRESSIVE),
    ] as [(PixelSize, Int32)])
  func `an image with too many pixels is refused by its header`(size: PixelSize, flags: Int32) {
    let jpeg = SampleJPEG.encode(
      SamplePictures.fields(PixelSize(width: 16, height: 16)), flags: flags)
    #expect(throws: PictureError.tooManyPixels(size)) {
      try large.decode(SampleJPEG.claim(size, in: jpeg))
    }
  }

  @Test func `an image of size zero is damaged`() {
    let jpeg = SampleJPEG.encode(SamplePictures.fields(PixelSize(width: 16, height: 16)))
    let size = PixelSize(width: 0, height: 0)
    #expect(throws: PictureError.damaged) { try large.decode(SampleJPEG.claim(size, in: jpeg)) }
  }

  @Test func `decoding stops after a limited number of scans`() throws {
    let shown = SamplePictures.fields(PixelSize(width: 64, height: 64))
    let jpeg = SampleJPEG.encode(shown, flags: TJFLAG_PROGRESSIVE)
    let last = try #require(
      jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    let scan = Array(jpeg[last..<jpeg.count - 2])
    let scans = Array(repeating: scan, count: 3000).flatMap { $0 }
    let bomb = Array(jpeg[..<(jpeg.count - 2)]) + scans + [0xFF, 0xD9]
    let header = try #require(try JPEGHeader(bomb))
    let limit = try #require(JPEGScanLimit.byteCount(of: bomb, header))
    #expect(limit < jpeg.count + scan.count * 100)
    let harmless = try #require(try JPEGHeader(jpeg))
    #expect(JPEGScanLimit.byteCount(of: jpeg, harmless) == nil)
    let picture = try large.decode(bomb)
    #expect(picture.bitmap.size == shown.size)
    #expect(!picture.info.isComplete)
  }
}
