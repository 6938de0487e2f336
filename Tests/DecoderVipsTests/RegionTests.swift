import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite("Regions of images decoded by libvips and its libraries") struct RegionTests {
    private static let size = PixelSize(width: 203, height: 157)
    private static let regions = [
      PixelRect(x: 0, y: 0, width: 50, height: 40), PixelRect(x: 37, y: 53, width: 71, height: 59),
      PixelRect(x: 111, y: 91, width: 92, height: 66), PixelRect(x: 80, y: 80, width: 1, height: 1),
      PixelRect(x: -20, y: 100, width: 900, height: 900),
    ]
    private static let suffixes = [
      ".tif", ".tif[compression=lzw,tile]", ".tif[compression=jpeg]", ".webp", ".webp[lossless]",
      ".jxl", ".jp2[lossless]", ".jp2[subsample-mode=on]", ".gif", ".heic", ".avif",
    ]
    private let noise = SamplePictures.noise(size)

    private func expectSame(_ file: [UInt8], _ region: PixelRect) throws {
      let all = try VipsDecoder(box: Self.size).decode(file)
      let area = region.clamped(into: all.bitmap.size)
      let picture = try VipsDecoder(box: area.size, region: region).decode(file)
      #expect(picture.bitmap == all.bitmap.cropped(to: area) && picture.region == area)
      #expect(picture.info == all.info)
    }

    @Test(arguments: suffixes, regions)
    func `a region equals the crop of the whole image`(suffix: String, region: PixelRect) throws {
      try expectSame(SampleVips(noise).encoded(suffix), region)
    }

    @Test(arguments: Orientation.allCases, regions)
    func `a region of every orientation equals the crop of the whole`(
      orientation: Orientation, region: PixelRect
    ) throws {
      var sample = SampleVips(SamplePictures.stored(noise, orientation))
      sample.orientation = orientation.rawValue
      for suffix in [".tif", ".webp[lossless]"] { try expectSame(sample.encoded(suffix), region) }
      var light = SampleJXL(SamplePictures.stored(noise, orientation))
      light.orientation = orientation.rawValue
      try expectSame(light.encoded(), region)
    }

    @Test(arguments: [0, 64], [1, 2])
    func `a region of a JPEG 2000 with tiles and subsampled chroma equals its crop`(
      tileSide: Int, step: Int
    ) throws {
      let small = PixelSize(
        width: (Self.size.width + step - 1) / step, height: (Self.size.height + step - 1) / step)
      func plane(_ size: PixelSize, _ channel: Int) -> [Int32] {
        (0..<size.area).map { Int32(noise.bytes[$0 * 4 + channel]) }
      }
      var sample = SampleJ2K(
        Self.size, planes: [plane(Self.size, 0), plane(small, 1), plane(small, 2)])
      (sample.chromaStep, sample.tileSide) = (step, tileSide)
      for region in Self.regions { try expectSame(sample.encoded(), region) }
    }

    @Test(arguments: [0, 256])
    func `a region of a large JPEG 2000 is decoded at the needed resolution`(
      tileSide: Int
    ) throws {
      let size = PixelSize(width: 1200, height: 1000)
      let fields = SamplePictures.fields(size)
      var sample = SampleJ2K(fields)
      sample.tileSide = tileSide
      let region = PixelRect(x: 301, y: 203, width: 800, height: 600)
      let box = PixelSize(width: 80, height: 60)
      let picture = try VipsDecoder(box: box, region: region).decode(sample.encoded())
      #expect(picture.region == region && picture.bitmap.size == box)
      let expected = fields.cropped(to: region).scaled(to: box)
      for (x, y) in [(5, 5), (70, 5), (5, 50), (70, 50)] {
        #expect(picture.bitmap[x, y] == expected[x, y])
      }
      #expect(SamplePictures.difference(picture.bitmap, expected) <= 110)
    }

    @Test(arguments: [(70, 60), (36, 30), (7, 5)])
    func `a region is scaled like its crop`(width: Int, height: Int) throws {
      let region = PixelRect(x: 37, y: 53, width: 71, height: 59)
      let box = PixelSize(width: width, height: height)
      let expected = noise.cropped(to: region).scaled(to: region.size.fitted(into: box))
      for suffix in [".tif", ".webp[lossless]", ".jxl[lossless]", ".jp2[lossless]"] {
        let file = SampleVips(noise).encoded(suffix)
        #expect(try VipsDecoder(box: box, region: region).decode(file).bitmap == expected)
      }
    }

    @Test(arguments: [".tif", ".webp", ".jxl", ".gif", ".heic"])
    func `an image is returned whole if it fits the whole box`(suffix: String) throws {
      let region = PixelRect(x: 37, y: 53, width: 70, height: 60)
      let decoder = VipsDecoder(
        box: PixelSize(width: 35, height: 30), wholeBox: PixelSize(width: 120, height: 120),
        region: region)
      let picture = try decoder.decode(SampleVips(noise).encoded(suffix))
      #expect(picture.region == nil && picture.bitmap.size == PixelSize(width: 120, height: 93))
    }

    @Test func `a region of a truncated WebP equals the crop of its available rows`() throws {
      let file = SampleVips(noise).encoded(".webp[lossless]")
      for region in Self.regions { try expectSame(Array(file.prefix(file.count / 2)), region) }
    }

    @Test(arguments: [1, 4])
    func `a region of an SVG is drawn at full sharpness`(enlarging: Int) throws {
      let size = PixelSize(width: 120, height: 80)
      let file = Array(
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='120' height='80'>\
        <circle cx='60' cy='40' r='33' fill='#c83214'/><path d='M3 5L110 70' stroke='#00f'/></svg>
        """.utf8)
      func scaled(_ side: Int) -> Int { side * enlarging }
      let large = PixelSize(width: scaled(size.width), height: scaled(size.height))
      let all = try VipsDecoder(box: large).decode(file).bitmap
      for (x, y, width, height) in [(0, 0, 60, 40), (30, 20, 60, 40), (90, 50, 30, 30)] {
        let region = PixelRect(x: x, y: y, width: width, height: height)
        let box = PixelSize(width: scaled(width), height: scaled(height))
        let picture = try VipsDecoder(box: box, wholeBox: large, region: region).decode(file)
        let area = PixelRect(
          x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height))
        #expect(picture.bitmap == all.cropped(to: area) && picture.region == region)
        #expect(picture.info.size == size)
      }
    }

    @Test(arguments: [Orientation.topLeft, .bottomRight, .rightTop, .leftBottom])
    func `a region of a raw file is taken from its preview`(orientation: Orientation) throws {
      let shown = SamplePictures.fields(PixelSize(width: 120, height: 80))
      let raw = SampleRaw(
        size: orientation.shown(PixelSize(width: 240, height: 160)),
        orientation: orientation.rawValue, preview: SamplePictures.stored(shown, orientation))
      let region = PixelRect(x: 60, y: 80, width: 120, height: 50)
      let picture = try VipsDecoder(box: region.size, region: region).decode(raw.encoded())
      let expected = shown.cropped(to: PixelRect(x: 30, y: 40, width: 60, height: 25))
      #expect(SamplePictures.difference(picture.bitmap, expected) <= 8)
      #expect(picture.region == region && picture.info.size == PixelSize(width: 240, height: 160))
    }
  }
}
