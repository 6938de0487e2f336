import CSpng
import DecoderKit
import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite struct SameInEveryFormatTests {
    static let boxes = [
      PixelSize(width: 500, height: 500), PixelSize(width: 100, height: 100),
      PixelSize(width: 37, height: 90),
    ]
    static let suffixes = [
      ".tif", ".tif[compression=lzw]", ".tif[compression=deflate,tile,bigtiff]",
      ".webp[lossless]", ".jxl[lossless]", ".jp2[lossless]",
    ]

    @Test(arguments: suffixes, boxes)
    func `lossless formats give the same pixels as PNG`(suffix: String, box: PixelSize) throws {
      let noise = SamplePictures.noise(PixelSize(width: 203, height: 157))
      let expected = try PictureDecoder(box: box).decode(SamplePNG.encode(noise))
      let picture = try VipsDecoder(box: box).decode(SampleVips(noise).encoded(suffix))
      #expect(picture == expected)
    }

    @Test(arguments: suffixes, boxes)
    func `lossless formats give the same transparent pixels as PNG`(
      suffix: String, box: PixelSize
    ) throws {
      let size = PixelSize(width: 120, height: 95)
      var bytes = SamplePictures.noise(size).bytes
      for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = UInt8(index % 251) }
      let png = SamplePNG(size: size, bytes: bytes).encoded()
      let expected = try PictureDecoder(box: box).decode(png)
      let file = SampleVips(size, .rgba, bytes: bytes).encoded(suffix)
      #expect(try VipsDecoder(box: box).decode(file) == expected)
    }

    @Test(arguments: boxes)
    func `a GIF of few colours gives the same pixels as PNG`(box: PixelSize) throws {
      let fields = SamplePictures.fields(PixelSize(width: 203, height: 157))
      let expected = try PictureDecoder(box: box).decode(SamplePNG.encode(fields))
      let picture = try VipsDecoder(box: box).decode(SampleVips(fields).encoded(".gif[dither=0]"))
      #expect(picture == expected)
    }

    @Test(arguments: [".tif", ".webp[lossless]", ".jxl[lossless]", ".jp2[lossless]"])
    func `grey images give the same pixels as PNG`(suffix: String) throws {
      let size = PixelSize(width: 60, height: 50)
      let grays = (0..<size.area).map { UInt8($0 % 256) }
      let box = PixelSize(width: 40, height: 40)
      let png = SamplePNG(size: size, kind: SPNG_COLOR_TYPE_GRAYSCALE, bytes: grays).encoded()
      let expected = try PictureDecoder(box: box).decode(png)
      let picture = try VipsDecoder(box: box)
        .decode(SampleVips(size, .gray, bytes: grays).encoded(suffix))
      #expect(picture == expected)
    }

    @Test(arguments: [".tif", ".jxl[lossless]", ".jp2[lossless]"])
    func `samples of 16 bits give the same pixels as PNG`(suffix: String) throws {
      let size = PixelSize(width: 60, height: 50)
      let bytes = (0..<size.area * 8).map { UInt8(truncatingIfNeeded: $0 * 89 + $0 / 256) }
      let box = PixelSize(width: 40, height: 40)
      let png = SamplePNG(size: size, depth: 16, bytes: bytes).encoded()
      var sample = SampleVips(size, .rgba, bytes: bytes)
      sample.bits = 16
      let expected = try PictureDecoder(box: box).decode(png)
      #expect(try VipsDecoder(box: box).decode(sample.encoded(suffix)) == expected)
    }

    @Test func `a profile in a JPEG 2000 is applied as in PNG`() throws {
      let noise = SamplePictures.noise(PixelSize(width: 64, height: 64))
      let box = PixelSize(width: 40, height: 40)
      var png = SampleVips(noise)
      png.profile = SampleProfile.displayP3()
      var sample = SampleJ2K(noise)
      sample.colors = .profile(SampleProfile.displayP3())
      let expected = try PictureDecoder(box: box).decode(png.encoded(".png"))
      #expect(try VipsDecoder(box: box).decode(sample.encoded()) == expected)
    }

    @Test(arguments: [".tif", ".webp[lossless]", ".jxl[lossless]"])
    func `a profile is applied as in PNG`(suffix: String) throws {
      var sample = SampleVips(SamplePictures.noise(PixelSize(width: 64, height: 64)))
      sample.profile = SampleProfile.displayP3()
      let box = PixelSize(width: 40, height: 40)
      let expected = try PictureDecoder(box: box).decode(sample.encoded(".png"))
      let plain = try PictureDecoder(box: box)
        .decode(SamplePNG.encode(SamplePictures.noise(PixelSize(width: 64, height: 64))))
      #expect(expected != plain)
      #expect(try VipsDecoder(box: box).decode(sample.encoded(suffix)) == expected)
    }

    @Test(arguments: [".tif", ".webp[lossless]"], Orientation.allCases)
    func `every orientation gives the same image`(
      suffix: String, orientation: Orientation
    ) throws {
      let shown = SamplePictures.fields(PixelSize(width: 96, height: 64))
      var sample = SampleVips(SamplePictures.stored(shown, orientation))
      sample.orientation = orientation.rawValue
      let picture = try VipsDecoder(box: shown.size).decode(sample.encoded(suffix))
      #expect(picture.bitmap == shown)
      #expect(picture.info.size == shown.size)
    }

    @Test(arguments: [".heic", ".avif", ".jxl", ".webp", ".jp2"])
    func `lossy formats give nearly the same pixels`(suffix: String) throws {
      let fields = SamplePictures.fields(PixelSize(width: 128, height: 96))
      let box = PixelSize(width: 16, height: 12)
      let picture = try VipsDecoder(box: box).decode(SampleVips(fields).encoded(suffix))
      #expect(picture.info.isComplete)
      #expect(picture.info.size == fields.size)
      #expect(SamplePictures.difference(picture.bitmap, fields.scaled(to: box)) <= 24)
    }
  }
}
