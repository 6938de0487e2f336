import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite("JPEG 2000")
  struct J2KTests {
    private static let size = PixelSize(width: 48, height: 32)
    private let decoder = VipsDecoder(box: PixelSize(width: 48, height: 32))

    private static func plane(_ value: Int32, _ size: PixelSize = size) -> [Int32] {
      Array(repeating: value, count: size.area)
    }

    struct Row: Sendable, CustomTestStringConvertible {
      let name: String
      let sample: SampleJ2K
      let shown: RGB

      init(_ name: String, _ planes: [Int32], _ shown: RGB, _ change: (inout SampleJ2K) -> Void) {
        var sample = SampleJ2K(J2KTests.size, planes: planes.map { J2KTests.plane($0) })
        change(&sample)
        (self.name, self.sample, self.shown) = (name, sample, shown)
      }

      var testDescription: String { name }
    }

    @Test(arguments: [
      Row("bare", [200, 40, 10], RGB(200, 40, 10)) { _ in },
      Row("sRGB", [200, 40, 10], RGB(200, 40, 10)) { $0.colors = .space(16) },
      Row("grey", [77], RGB(77, 77, 77)) { $0.colors = .space(17) },
      Row("sYCC", [100, 90, 200], RGB(201, 62, 33)) { $0.colors = .space(18) },
      Row("e-sYCC", [100, 90, 200], RGB(201, 62, 33)) { $0.colors = .space(24) },
      Row("CMYK", [0, 255, 128, 0], RGB(255, 0, 127)) { $0.colors = .space(12) },
      Row("4 bits", [15, 8, 0], RGB(255, 136, 0)) { $0.bits = 4 },
      Row("1 bit", [1, 0, 1], RGB(255, 0, 255)) { $0.bits = 1 },
      Row("12 bits", [4095, 2048, 16], RGB(255, 128, 1)) { $0.bits = 12 },
      Row("16 bits", [65_535, 32_768, 255], RGB(255, 128, 0)) { $0.bits = 16 },
      Row("signed", [127, -128, 0], RGB(255, 0, 128)) { $0.isSigned = true },
      Row("palette", [2], RGB(9, 80, 210)) {
        $0.colors = .space(16)
        $0.palette = [RGB(1, 2, 3), RGB(4, 5, 6), RGB(9, 80, 210)]
      },
      Row("tiles", [10, 40, 200], RGB(10, 40, 200)) {
        $0.colors = .space(16)
        $0.resolutions = 3
        $0.tileSide = 16
      },
    ])
    func `every kind of channel is converted to colours`(row: Row) throws {
      let picture = try decoder.decode(row.sample.encoded())
      #expect(picture.info.isComplete)
      #expect(picture.info.size == Self.size)
      let wanted = Bitmap(size: Self.size, filledWith: row.shown)
      #expect(SamplePictures.difference(picture.bitmap, wanted) <= 1)
    }

    @Test(arguments: [PixelSize(width: 48, height: 32), PixelSize(width: 47, height: 31)], [2, 4])
    func `subsampled chroma is placed correctly`(size: PixelSize, step: Int) throws {
      let small = PixelSize(
        width: (size.width + step - 1) / step, height: (size.height + step - 1) / step)
      let blue = (0..<small.area).map { Int32($0 % small.width * 2 < small.width ? 60 : 200) }
      var sample = SampleJ2K(size, planes: [Self.plane(100, size), blue, Self.plane(128, small)])
      sample.chromaStep = step
      sample.resolutions = 3
      for colors in [nil, SampleJ2K.Colors.space(18)] {
        sample.colors = colors
        let bitmap = try VipsDecoder(box: size).decode(sample.encoded()).bitmap
        #expect(bitmap.size == size)
        #expect(
          bitmap[2, 20] == RGB(100, 123, 0) && bitmap[size.width - 2, 20] == RGB(100, 75, 228))
      }
    }

    @Test func `subsampled chroma is decoded completely every time`() async throws {
      let size = PixelSize(width: 640, height: 480)
      let noise = SamplePictures.noise(size)
      let sample = SampleVips(noise).encoded(".jp2[subsample-mode=on]")
      for _ in 0..<5 { #expect(try decoder.decode(sample).info.isComplete) }
    }

    @Test(arguments: [(1, [100, 20, 5, 127]), (2, [200, 40, 10, 127])] as [(Int, [UInt8])])
    func `premultiplied alpha is recognised`(role: Int, shown: [UInt8]) throws {
      var sample = SampleJ2K(Self.size, planes: [200, 40, 10, 127].map { Self.plane($0) })
      sample.colors = .space(16)
      sample.roles = [0, 0, 0, role]
      let bitmap = try decoder.decode(sample.encoded()).bitmap
      #expect(Array(bitmap.bytes.prefix(4)) == shown)
    }

    @Test(arguments: [0, 128])
    func `a large image is decoded at the resolution its box needs`(tileSide: Int) throws {
      let size = PixelSize(width: 1024, height: 768)
      let fields = SamplePictures.fields(size)
      var sample = SampleJ2K(fields)
      sample.tileSide = tileSide
      let box = PixelSize(width: 64, height: 48)
      let picture = try VipsDecoder(box: box).decode(sample.encoded())
      #expect(picture.info.isComplete && picture.info.size == size)
      #expect(SamplePictures.difference(picture.bitmap, fields.scaled(to: box)) <= 110)
      #expect(
        picture.bitmap[10, 10] == RGB(220, 30, 30) && picture.bitmap[50, 40] == RGB(230, 220, 200))
    }

    @Test(arguments: [nil, 16])
    func `missing tiles are transparent`(space: Int?) throws {
      var sample = SampleJ2K(SamplePictures.noise(Self.size))
      sample.tileSide = 16
      sample.resolutions = 3
      sample.colors = space.map(SampleJ2K.Colors.space)
      let file = sample.encoded()
      let picture = try decoder.decode(Array(file.prefix(file.count * 2 / 5)))
      let bytes = picture.bitmap.bytes
      #expect(!picture.info.isComplete)
      #expect(picture.info.size == Self.size)
      #expect(bytes[3] == 255 && bytes[bytes.count - 1] == 0)
    }

    @Test(arguments: [0.3, 0.6, 0.9], [nil, 16])
    func `a truncated single tile is decoded without transparency`(share: Double, space: Int?)
      throws
    {
      var sample = SampleJ2K(SamplePictures.noise(PixelSize(width: 200, height: 160)))
      sample.colors = space.map(SampleJ2K.Colors.space)
      let file = sample.encoded()
      let picture = try decoder.decode(Array(file.prefix(Int(Double(file.count) * share))))
      #expect(!picture.info.isComplete)
      #expect(picture.bitmap.bytes.last == 255)
    }

    @Test(arguments: [nil, 16])
    func `a file that ends before its pixels is truncated`(space: Int?) throws {
      var sample = SampleJ2K(SamplePictures.noise(Self.size))
      sample.colors = space.map(SampleJ2K.Colors.space)
      let file = sample.encoded()
      let start = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0x90]) })
      for count in [16, 60, start, start + 6] {
        #expect(throws: PictureError.truncated) { try decoder.decode(Array(file.prefix(count))) }
      }
    }

    /// Offsets of the fields of the first segment from the start of a codestream, in bytes.
    enum Field: Int {
      case width = 8
      case height = 12
      case tileWidth = 24
      case tileHeight = 28
    }

    @Test(
      arguments: [
        (
          [.width: 60_000, .height: 60_000],
          .tooManyPixels(PixelSize(width: 60_000, height: 60_000))
        ),
        ([.width: 0], .damaged), ([.tileWidth: 0], .damaged),
        (
          [.width: 9000, .height: 9000, .tileWidth: 1, .tileHeight: 1],
          .unsupported("JPEG 2000 of so many tiles")
        ),
      ] as [([Field: Int], PictureError)])
    func `impossible sizes in the header are refused`(claims: [Field: Int], error: PictureError) {
      var file = SampleJ2K(SamplePictures.noise(Self.size)).encoded()
      for (field, value) in claims {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        file.replaceSubrange(field.rawValue..<field.rawValue + 4, with: bytes)
      }
      #expect(throws: error) { try decoder.decode(file) }
    }

    @Test func `an unknown colour space is refused with its number`() {
      var sample = SampleJ2K(SamplePictures.noise(Self.size))
      sample.colors = .space(14)
      #expect(throws: PictureError.unsupported("JPEG 2000 color space 14")) {
        try decoder.decode(sample.encoded())
      }
    }

    @Test(arguments: [("mjp2", "Motion JPEG 2000"), ("jpm ", "JPM")])
    func `related formats are refused with their names`(brand: String, name: String) {
      let file = Array("\0\0\0\u{0C}jP  \r\n\u{7}\n\0\0\0\u{14}ftyp\(brand)\0\0\0\0\(brand)".utf8)
      #expect(throws: PictureError.unsupported(name)) { try decoder.decode(file) }
    }
  }
}
