import CTurboJPEG
import DecoderProtocol
import Imaging
import PictureSamples
import TestSupport
import Testing

@testable import DecoderKit

@Suite("Regions of images") struct RegionTests {
  private static let size = PixelSize(width: 203, height: 157)
  private static let noise = SamplePictures.noise(size)
  private let whole = PictureDecoder(box: PixelSize(width: 500, height: 500), thumbnail: .never)

  /// A corner, the middle, odd edges, the opposite corner, one pixel, one row and more than all.
  private static let regions = [
    PixelRect(x: 0, y: 0, width: 50, height: 40), PixelRect(x: 64, y: 48, width: 64, height: 64),
    PixelRect(x: 37, y: 53, width: 71, height: 59), PixelRect(x: 111, y: 91, width: 92, height: 66),
    PixelRect(x: 80, y: 80, width: 1, height: 1), PixelRect(x: 0, y: 99, width: 203, height: 1),
    PixelRect(x: 100, y: 100, width: 900, height: 900),
    PixelRect(x: -20, y: -30, width: 90, height: 90),
  ]

  /// A decoder in whose box only the region fits.
  private func decoder(_ region: PixelRect, _ box: PixelSize? = nil) -> PictureDecoder {
    PictureDecoder(box: box ?? region.size, region: region)
  }

  /// Expects a region to equal that part of the whole image.
  private func expectSame(
    _ file: [UInt8], _ region: PixelRect, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let all = try whole.decode(file)
    let area = region.clamped(into: all.bitmap.size)
    let picture = try decoder(region, area.size).decode(file)
    #expect(
      picture.region == (area.size == all.bitmap.size ? nil : area), sourceLocation: location)
    #expect(picture.bitmap == all.bitmap.cropped(to: area), sourceLocation: location)
    #expect(picture.info.size == all.info.size, sourceLocation: location)
    #expect(picture.info.orientation == all.info.orientation, sourceLocation: location)
  }

  @Test(
    arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY], regions)
  func `a region of a JPEG equals the crop of the whole`(subsampling: TJSAMP, region: PixelRect)
    throws
  {
    let file = SampleJPEG.encode(Self.noise, subsampling: subsampling)
    try expectSame(file, region)
    let cut = CropRule(box: region.size, wholeBox: nil, region: region)
      .cut(of: Self.size, decodesWhole: false)
    let pixels = try file.withUnsafeBufferPointer { try JPEGPart(cut).pixels(of: $0, Self.size) }
    #expect(pixels != nil, "it is decoded without the rest")
  }

  @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411], [1, 2, 4, 5])
  func `a region of a JPEG scaled by libjpeg equals the crop of the whole`(
    subsampling: TJSAMP, eighths: Int
  ) throws {
    let size = PixelSize(width: 320, height: 240)
    let file = SampleJPEG.encode(SamplePictures.noise(size), subsampling: subsampling)
    func scaled(_ side: Int) -> Int { side * eighths / 8 }
    let small = PixelSize(width: scaled(size.width), height: scaled(size.height))
    let all = try PictureDecoder(box: small, thumbnail: .never).decode(file).bitmap
    for (x, y, width, height) in [(80, 40, 160, 120), (8, 120, 104, 112), (304, 224, 16, 16)] {
      let region = PixelRect(x: x, y: y, width: width, height: height)
      let box = PixelSize(width: scaled(width), height: scaled(height))
      let picture = try decoder(region, box).decode(file)
      let area = PixelRect(
        x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height))
      #expect(picture.bitmap == all.cropped(to: area) && picture.region == region)
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a region of every orientation equals the crop of the whole`(orientation: Orientation) throws
  {
    let stored = SamplePictures.stored(Self.noise, orientation)
    let exif = SampleJPEG.exif(orientation: orientation.rawValue)
    let plain = SampleJPEG.insert(exif, into: SampleJPEG.encode(stored, subsampling: TJSAMP_420))
    let progressive = SampleJPEG.insert(
      exif, into: SampleJPEG.encode(stored, flags: TJFLAG_PROGRESSIVE))
    var block = SampleTIFF()
    block.add(0x0112, shorts: orientation.rawValue)
    let png = SamplePNG.encode(stored)
    let chunk = SamplePNG.chunk("eXIf", block.encoded())
    for region in Self.regions {
      for file in [plain, progressive, Array(png[..<33] + chunk + png[33...])] {
        try expectSame(file, region)
      }
    }
  }

  /// Files that libjpeg cannot decode in parts, and others with warnings or damage.
  private static let awkward: [[UInt8]] = {
    let plain = SampleJPEG.encode(noise, subsampling: TJSAMP_420)
    var hurt = plain
    for place in stride(from: 5000, to: 9000, by: 7) { hurt[place] ^= 0x55 }
    return [
      SampleJPEG.encode(noise, flags: TJFLAG_PROGRESSIVE), SampleJPEG.arithmetic,
      SampleJPEG.encode(noise, format: TJPF_CMYK), hurt, Array(plain.prefix(plain.count / 2)),
    ]
  }()

  @Test(arguments: awkward, regions)
  func `a region of a JPEG that must be decoded whole equals its crop`(
    file: [UInt8], region: PixelRect
  ) throws {
    try expectSame(file, region)
  }

  @Test(arguments: [true, false], regions)
  func `a region of a PNG equals the crop of the whole`(isInterlaced: Bool, region: PixelRect)
    throws
  {
    try expectSame(SamplePNG.encode(Self.noise, isInterlaced: isInterlaced), region)
  }

  @Test(arguments: [true, false], regions)
  func `a region of a BMP equals the crop of the whole`(isTopDown: Bool, region: PixelRect) throws {
    try expectSame(SampleBMP.encode(Self.noise, bits: 24, isTopDown: isTopDown), region)
  }

  @Test(arguments: regions)
  func `a region of a run-length encoded BMP equals the crop of the whole`(region: PixelRect) throws
  {
    let colors = (0..<256).map { RGB(UInt8($0), UInt8(255 - $0), UInt8($0 / 2)) }
    let rows = (0..<60).flatMap { y -> [UInt8] in
      (0..<80).flatMap { x -> [UInt8] in [1, UInt8((x * y + x) % 256)] } + [0, 0]
    }
    let file = SampleBMP(
      size: PixelSize(width: 80, height: 60), bits: 8, compression: 1, palette: colors, rows: rows)
    try expectSame(file.encoded(), region)
  }

  @Test(arguments: [(50, 40), (20, 33), (7, 5), (1, 1)])
  func `a region is scaled like its crop`(width: Int, height: Int) throws {
    let region = PixelRect(x: 37, y: 53, width: 71, height: 59)
    let box = PixelSize(width: width, height: height)
    let expected = Self.noise.cropped(to: region).scaled(to: region.size.fitted(into: box))
    let files = [
      SamplePNG.encode(Self.noise), SamplePNG.encode(Self.noise, isInterlaced: true),
      SampleBMP.encode(Self.noise, bits: 32, isTopDown: false),
    ]
    for file in files {
      let picture = try decoder(region, box).decode(file)
      #expect(picture.bitmap == expected && picture.region == region)
    }
  }

  @Test(arguments: [(50, 42), (36, 30), (20, 17), (9, 8), (1, 1)])
  func `a region inside blocks of a JPEG is scaled like one of a PNG`(
    width: Int, height: Int
  ) throws {
    // Without noise, for libjpeg scales with another filter.
    let shown = Self.gradient
    let region = PixelRect(x: 37, y: 53, width: 71, height: 59)
    let box = PixelSize(width: width, height: height)
    let expected = try decoder(region, box).decode(SamplePNG.encode(shown)).bitmap
    for flags in [0, TJFLAG_PROGRESSIVE] {
      let picture = try decoder(region, box).decode(SampleJPEG.encode(shown, flags: flags))
      #expect(SamplePictures.difference(picture.bitmap, expected) <= 3)
    }
  }

  private static let gradient: Bitmap = {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { bitmap[x, y] = RGB(UInt8(x), UInt8(y), UInt8((x + y) / 2)) }
    }
    return bitmap
  }()

  @Test func `an image that must be decoded whole is returned whole if it fits the whole box`()
    throws
  {
    let region = PixelRect(x: 37, y: 53, width: 70, height: 60)
    let box = PixelSize(width: 35, height: 30)
    for file in [
      SampleJPEG.encode(Self.noise, flags: TJFLAG_PROGRESSIVE), SamplePNG.encode(Self.noise),
    ] {
      for (side, isWhole) in [(101, false), (102, true), (500, true)] {
        let wholeBox = PixelSize(width: side, height: side)
        let picture = try PictureDecoder(box: box, wholeBox: wholeBox, region: region).decode(file)
        #expect(picture.region == (isWhole ? nil : region))
        #expect(
          picture.bitmap.size
            == (isWhole ? Self.size.fitted(into: wholeBox) : PixelSize(width: 35, height: 30)))
      }
    }
    let baseline = try PictureDecoder(
      box: box, wholeBox: PixelSize(width: 500, height: 500), region: region
    ).decode(SampleJPEG.encode(Self.noise))
    #expect(baseline.region == region && baseline.bitmap.size == box)
  }

  @Test func `a region is never enlarged, and the whole image is not a region`() throws {
    let file = SampleJPEG.encode(Self.noise)
    let small = PixelRect(x: 10, y: 10, width: 8, height: 6)
    #expect(try decoder(small).decode(file).bitmap.size == small.size)
    let all = try decoder(PixelRect(x: -5, y: 0, width: 999, height: 999)).decode(file)
    #expect(try all == whole.decode(file) && all.region == nil)
  }

  @Test func `a region is never taken from a thumbnail`() throws {
    let thumbnail = SampleJPEG.encode(
      SamplePictures.fields(PixelSize(width: 160, height: 120)))
    let photo = PixelSize(width: 640, height: 480)
    let file = SampleJPEG.insert(
      SampleJPEG.exif(orientation: 1, thumbnail: thumbnail, pictureSize: photo),
      into: SampleJPEG.encode(SamplePictures.fields(photo)))
    let box = PixelSize(width: 40, height: 30)
    #expect(try PictureDecoder(box: box).decode(file).isFromThumbnail)
    let region = PixelRect(x: 0, y: 0, width: 320, height: 240)
    let picture = try PictureDecoder(box: box, region: region, thumbnail: .only).decode(file)
    #expect(!picture.isFromThumbnail && picture.region == region)
  }

  @Test func `a region of a truncated file is complete above the cut but marked incomplete`() throws
  {
    let region = PixelRect(x: 20, y: 10, width: 50, height: 30)
    for file in [SampleJPEG.encode(Self.noise), SamplePNG.encode(Self.noise)] {
      let cut = Array(file.prefix(file.count / 2))
      let picture = try decoder(region).decode(cut)
      #expect(try picture.bitmap == whole.decode(file).bitmap.cropped(to: region))
      #expect(!picture.info.isComplete)
    }
  }

  @Test func `the announced size is that of the decoded rows`() throws {
    let sizes = Watched<[PixelSize]>([])
    let region = PixelRect(x: 20, y: 10, width: 50, height: 30)
    for file in [
      SamplePNG.encode(Self.noise), SamplePNG.encode(Self.noise, isInterlaced: true),
      SampleBMP.encode(Self.noise, bits: 24, isTopDown: true),
    ] {
      let decoder = PictureDecoder(box: region.size, region: region) { size in
        sizes.change { $0.append(size) }
      }
      _ = try decoder.decode(file)
    }
    #expect(sizes.value.map(\.area) == [203 * 40, 203 * 157, 70 * 40])
  }
}
