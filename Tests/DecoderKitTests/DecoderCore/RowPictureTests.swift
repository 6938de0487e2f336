import Base
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@Suite("Formats decoded without a library")
struct RowPictureTests {
  private static let noise = SamplePictures.noise(PixelSize(width: 61, height: 33))
  private static let fields = SamplePictures.fields(PixelSize(width: 61, height: 33))
  private let decoder = PictureDecoder(box: PixelSize(width: 500, height: 500))

  struct Sample: Sendable, CustomStringConvertible {
    let description: String
    let encode: @Sendable (Bitmap) -> [UInt8]

    init(_ description: String, _ encode: @escaping @Sendable (Bitmap) -> [UInt8]) {
      self.description = description
      self.encode = encode
    }
  }

  private static let tga = [24, 32].flatMap { bits in
    [false, true].flatMap { hasRuns in
      [(false, false), (true, false), (true, true), (false, true)].map { isTopDown, isMirrored in
        Sample("TGA \(bits) \(hasRuns) \(isTopDown) \(isMirrored)") {
          SampleRows.tga(
            $0,
            .init(bits: bits, hasRuns: hasRuns, isTopDown: isTopDown, isMirrored: isMirrored))
        }
      }
    }
  }

  static let samples =
    tga + [
      Sample("QOI 3") { SampleRows.qoi($0, hasAlpha: false) },
      Sample("QOI 4") { SampleRows.qoi($0, hasAlpha: true) },
      Sample("PPM plain") { SampleRows.pnm($0, 3) },
      Sample("PPM raw") { SampleRows.pnm($0, 6) },
      Sample("PPM of 16 bits") { SampleRows.pnm($0, 6, highest: 65535) },
      Sample("PAM") { SampleRows.pnm($0, 7) },
      Sample("PSD") { SampleRows.psd($0, hasRuns: false, isLarge: false) },
      Sample("PSD in runs") { SampleRows.psd($0, hasRuns: true, isLarge: false) },
      Sample("PSB in runs") { SampleRows.psd($0, hasRuns: true, isLarge: true) },
      Sample("PSD of 16 bits") { SampleRows.psd($0, depth: 16, hasRuns: true, isLarge: false) },
      Sample("ICO with a PNG") { SampleRows.icon([(61, SamplePNG.encode($0))]) },
    ]

  @Test(arguments: samples)
  func `each format gives the same pixels as a PNG at all sizes`(sample: Sample) throws {
    for bitmap in [Self.noise, Self.fields] {
      let (file, png) = (sample.encode(bitmap), SamplePNG.encode(bitmap))
      for box in [(100, 100), (20, 31), (37, 90), (7, 7)].map(PixelSize.init) {
        let decoder = PictureDecoder(box: box)
        let (picture, expected) = (try decoder.decode(file), try decoder.decode(png))
        #expect(picture.bitmap == expected.bitmap)
        #expect(picture.info.size == expected.info.size && picture.info.isComplete)
      }
    }
  }

  @Test(arguments: samples)
  func `a region of each format equals the crop of the whole`(sample: Sample) throws {
    let file = sample.encode(Self.noise)
    let whole = try decoder.decode(file).bitmap
    for region in [
      PixelRect(x: 0, y: 0, width: 9, height: 7), PixelRect(x: 30, y: 11, width: 31, height: 22),
    ] {
      let part = try PictureDecoder(box: PixelSize(width: 500, height: 500), region: region)
        .decode(file)
      #expect(part.region == region || part.region == nil)
      #expect(part.bitmap == (part.region == nil ? whole : whole.cropped(to: region)))
    }
  }

  /// A file cut off anywhere gives an image with fewer rows or an error, never other pixels.
  @Test(arguments: samples)
  func `a truncated file gives its available rows and is incomplete`(sample: Sample) throws {
    let file = sample.encode(Self.noise)
    let whole = try decoder.decode(file).bitmap
    var shown = 0
    for length in stride(from: 0, to: file.count - 16, by: 211) {
      guard let picture = try? decoder.decode(Array(file[..<length])) else { continue }
      shown += 1
      #expect(!picture.info.isComplete)
      for (byte, expected) in zip(picture.bitmap.bytes, whole.bytes) where byte != 0 {
        guard byte == expected else { throw Wrong() }
      }
    }
    #expect(shown > 0)
  }

  private struct Wrong: Error {}

  @Test(arguments: samples)
  func `random bytes in the header do not crash the decoder`(sample: Sample) {
    var file = sample.encode(Self.fields)
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      for _ in 0..<4 {
        file[Int(random.next() % UInt64(min(file.count, 64)))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      _ = try? PictureDecoder(box: PixelSize(width: 8, height: 8)).decode(file)
    }
  }

  // MARK: - Single formats

  private func colors(of file: [UInt8]) throws -> [RGB] {
    let bitmap = try decoder.decode(file).bitmap
    return (0..<bitmap.size.area).map { bitmap[$0 % bitmap.size.width, $0 / bitmap.size.width] }
  }

  @Test(arguments: [
    ("P1\n3 2\n1 0 1\n010", [0, 255, 0, 255, 0, 255]),
    ("P2 # g\n2 1 4 0 2", [0, 128]), ("P2\n2 1 15\n15 99", [255, 255]),
    ("P5\n2 1\n255\nA ", [65, 32]),
  ])
  func `bits and greys of Netpbm are decoded`(text: String, greys: [UInt8]) throws {
    #expect(try colors(of: Array(text.utf8)) == greys.map { RGB($0, $0, $0) })
  }

  @Test func `a raw PBM has eight pixels a byte`() throws {
    let file = Array("P4 9 2\n".utf8) + [0b1010_0000, 0x80, 0, 0]
    let greys = try colors(of: file).map(\.red)
    #expect(greys[..<9] == [0, 255, 0, 255, 255, 255, 255, 255, 0])
    #expect(greys[9...].allSatisfy { $0 == 255 })
  }

  @Test func `a palette of a TGA may start at any index`() throws {
    let file: [UInt8] =
      [0, 1, 1, 5, 0, 2, 0, 24] + [0, 0, 0, 0, 3, 0, 1, 0, 8, 0x20] + [1, 2, 3, 10, 20, 30]
      + [5, 6, 9]
    #expect(try colors(of: file) == [RGB(3, 2, 1), RGB(30, 20, 10), RGB(0, 0, 0)])
  }

  @Test func `five-bit channels of a TGA are scaled to eight bits`() throws {
    let file: [UInt8] =
      [0, 0, 2] + Array(repeating: 0, count: 9) + [2, 0, 1, 0, 16, 0x20] + [0, 0x7C, 0xFF, 0x7F]
    #expect(try colors(of: file) == [RGB(255, 0, 0), RGB(255, 255, 255)])
  }

  @Test func `the largest image of an icon is decoded with its mask`() throws {
    let small = SampleRows.maskedBitmap(
      width: 1, height: 1, bits: 24, rows: [1, 2, 3, 0], mask: [0, 0, 0, 0])
    let large = SampleRows.maskedBitmap(
      width: 2, height: 2, bits: 24,
      rows: [10, 20, 30, 40, 50, 60, 0, 0] + [1, 1, 1, 2, 2, 2, 0, 0],
      mask: [0x40, 0, 0, 0, 0x80, 0, 0, 0])
    for isCursor in [false, true] {
      let picture = try decoder.decode(
        SampleRows.icon([(1, small), (2, large)], isCursor: isCursor))
      #expect(picture.bitmap.bytes == [0, 0, 0, 0, 2, 2, 2, 255, 30, 20, 10, 255, 0, 0, 0, 0])
      #expect(picture.info.size == PixelSize(width: 2, height: 2))
    }
  }

  @Test func `an icon of 32 bits has its transparency from alpha or from a mask`() throws {
    let rows: [UInt8] = [10, 20, 30, 255, 1, 1, 1, 0]
    let clear = SampleRows.maskedBitmap(width: 2, height: 1, bits: 32, rows: rows, mask: [])
    #expect(
      try decoder.decode(SampleRows.icon([(2, clear)])).bitmap.bytes
        == [30, 20, 10, 255, 0, 0, 0, 0])
    let masked = SampleRows.maskedBitmap(
      width: 2, height: 1, bits: 32, rows: [10, 20, 30, 0, 1, 1, 1, 0], mask: [0x40, 0, 0, 0])
    #expect(
      try decoder.decode(SampleRows.icon([(2, masked)])).bitmap.bytes
        == [30, 20, 10, 255, 0, 0, 0, 0])
  }

  @Test func `palette indices of an icon are resolved`() throws {
    let file = SampleRows.maskedBitmap(
      width: 2, height: 1, bits: 4, palette: [1, 2, 3, 0, 4, 5, 6, 0], rows: [0x10, 0, 0, 0],
      mask: [0, 0, 0, 0])
    #expect(try colors(of: SampleRows.icon([(2, file)])) == [RGB(6, 5, 4), RGB(3, 2, 1)])
  }

  // MARK: - Light

  /// A row of eight equal pixels.
  private func row(_ pixel: [UInt8]) -> [[UInt8]] { Array(repeating: pixel, count: 8) }

  @Test(arguments: [false, true])
  func `paper white is near white, and brighter light remains distinguishable`(
    hasRuns: Bool
  ) throws {
    // 128 of 256 at 2 to the power of 1, 2, 3 and -1: 1, 2, 4 and a quarter of paper.
    let rows = [129, 130, 131, 127].map { row([128, 128, 128, $0]) }
    let file = SampleRows.radiance(rows, hasRuns: hasRuns)
    let bitmap = try decoder.decode(file).bitmap
    let greys = (0..<4).map { Int(bitmap[0, $0].red) }
    #expect(greys[0] > 215 && greys[0] < greys[1] && greys[1] < greys[2] && greys[2] <= 255)
    // IEC 61966-2-1: a quarter of the light is 137.
    #expect(greys[3] == 137)
    #expect((0..<8).allSatisfy { bitmap[$0, 3] == RGB(137, 137, 137) })
  }

  @Test func `Radiance black without exponent and repeated pixels are decoded`() throws {
    let pixels: [[UInt8]] = [[0, 0, 0, 0], [128, 0, 0, 128], [1, 1, 1, 2], [0, 128, 0, 128]]
    let file = SampleRows.radiance([pixels], resolution: "-Y 1 +X 5", hasRuns: false)
    let red = try colors(of: file)
    #expect(red.count == 5 && red[0] == RGB(0, 0, 0))
    #expect(red[1] == red[2] && red[2] == red[3] && red[1].green == 0 && red[1].red > 150)
    #expect(red[4].red == 0 && red[4].green > 150)
  }

  @Test(arguments: [
    ("-Y 2 +X 8", PixelSize(width: 8, height: 2), 0),
    ("+Y 2 +X 8", PixelSize(width: 8, height: 2), 1),
    ("+X 2 -Y 8", PixelSize(width: 2, height: 8), 0),
  ])
  func `Radiance rows are decoded in every direction`(
    resolution: String, size: PixelSize, darkRow: Int
  ) throws {
    let file = SampleRows.radiance(
      [row([10, 10, 10, 128]), row([200, 200, 200, 128])], resolution: resolution, hasRuns: true)
    let bitmap = try decoder.decode(file).bitmap
    #expect(bitmap.size == size)
    let dark = size.width == 8 ? bitmap[3, darkRow] : bitmap[0, 3]
    let light = size.width == 8 ? bitmap[3, 1 - darkRow] : bitmap[1, 3]
    #expect(dark.red < light.red)
  }

  @Test(arguments: [
    "#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\nabcd",
    "8BPS\0\u{1}\0\0\0\0\0\0\0\u{4}\0\0\0\u{1}\0\0\0\u{1}\0\u{8}\0\u{9}",
  ])
  func `unsupported variants are refused as unsupported`(text: String) {
    #expect {
      try decoder.decode(text.unicodeScalars.map { UInt8($0.value) })
    } throws: { error in
      if case .unsupported = error as? PictureError { true } else { false }
    }
  }
}
