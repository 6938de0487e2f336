import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  @Suite("TIFFs that libvips does not decode correctly") struct TIFFTests {
    private let decoder = VipsDecoder(box: PixelSize(width: 500, height: 500))
    private static let size = PixelSize(width: 32, height: 24)
    private static let shown = SamplePictures.fields(size)

    /// The samples of each pixel.
    private static func samples(_ make: (RGB) -> [Int]) -> [[Int]] {
      (0..<size.area).map { make(shown[$0 % size.width, $0 / size.width]) }
    }

    private static func rgb(_ color: RGB) -> [Int] {
      [Int(color.red), Int(color.green), Int(color.blue)]
    }

    private static func inks(_ color: RGB) -> [Int] { rgb(color).map { 255 - $0 } + [0] }

    private static func yCbCr(_ color: RGB) -> [Int] {
      let (r, g, b) = (Double(color.red), Double(color.green), Double(color.blue))
      let y = 0.299 * r + 0.587 * g + 0.114 * b
      return [y, (b - y) * 0.564 + 128, (r - y) * 0.713 + 128].map { Int($0.rounded()) }
    }

    /// The tags of an image whose pixels are still to be added.
    private static func tags(
      _ size: PixelSize = size, bits: Int = 8, meaning: Int, count: Int, isBigEndian: Bool = false
    ) -> SampleTIFF {
      var file = SampleTIFF(isBigEndian: isBigEndian)
      file.add(0x100, long: size.width)
      file.add(0x101, long: size.height)
      file.add(0x102, eachShort: Array(repeating: bits, count: count))
      file.add(0x106, shorts: meaning)
      file.add(0x115, shorts: count)
      return file
    }

    /// A file of one strip.
    private static func file(
      _ samples: [UInt8], bits: Int = 8, meaning: Int, count: Int, isBigEndian: Bool = false,
      _ more: (inout SampleTIFF) -> Void = { _ in }
    ) -> SampleTIFF {
      var file = tags(bits: bits, meaning: meaning, count: count, isBigEndian: isBigEndian)
      file.add(0x111, offsetOf: samples)
      file.add(0x116, long: size.height)
      file.add(0x117, long: samples.count)
      more(&file)
      return file
    }

    private static func bytes(_ samples: [[Int]]) -> [UInt8] {
      samples.flatMap { $0 }.map { UInt8($0) }
    }

    @Test(arguments: [(1, 1), (2, 1), (2, 2), (4, 1)])
    func `chroma is converted, subsampled or not`(across: Int, down: Int) throws {
      let pixels = Self.samples(Self.yCbCr)
      var units: [UInt8] = []
      for top in stride(from: 0, to: Self.size.height, by: down) {
        for left in stride(from: 0, to: Self.size.width, by: across) {
          for y in top..<top + down {
            units += (left..<left + across).map { UInt8(pixels[y * Self.size.width + $0][0]) }
          }
          units += pixels[top * Self.size.width + left].dropFirst().map { UInt8($0) }
        }
      }
      let file = Self.file(units, meaning: 6, count: 3) { $0.add(0x212, shorts: across, down) }
      let picture = try decoder.decode(file.encoded())
      #expect(SamplePictures.difference(picture.bitmap, Self.shown) <= 3)
      #expect(picture.info.isComplete)
    }

    @Test func `reference black and white of luma and chroma are applied`() throws {
      // As in video.
      let samples = Self.samples { color in
        let full = Self.yCbCr(color)
        return [16 + full[0] * 219 / 255]
          + full.dropFirst().map { 128 + ($0 - 128) * 112 / 127 }
      }
      let file = Self.file(Self.bytes(samples), meaning: 6, count: 3) {
        $0.add(0x212, shorts: 1, 1)
        $0.add(0x214, fractions: [(16, 1), (235, 1), (128, 1), (240, 1), (128, 1), (240, 1)])
      }
      let picture = try decoder.decode(file.encoded())
      #expect(SamplePictures.difference(picture.bitmap, Self.shown) <= 6)
    }

    @Test(arguments: [true, false], [1, 3])
    func `integers of 32 bits are scaled to eight bits`(isBigEndian: Bool, count: Int) throws {
      let samples = Self.samples { count == 1 ? [Int($0.green)] : Self.rgb($0) }
      let bytes = samples.flatMap { $0 }.flatMap { level -> [UInt8] in
        // Only the highest byte is used.
        isBigEndian ? [UInt8(level), 0, 1, 2] : [2, 1, 0, UInt8(level)]
      }
      let file = Self.file(
        bytes, bits: 32, meaning: count == 1 ? 1 : 2, count: count, isBigEndian: isBigEndian)
      let picture = try decoder.decode(file.encoded())
      for (place, pixel) in samples.enumerated() {
        let color = picture.bitmap[place % Self.size.width, place / Self.size.width]
        #expect(Self.rgb(color) == (count == 1 ? [pixel[0], pixel[0], pixel[0]] : pixel))
      }
    }

    @Test func `a reduced copy before the image is not decoded`() throws {
      let small = PixelSize(width: 8, height: 6)
      var copy = Self.tags(small, meaning: 2, count: 3)
      copy.add(0xFE, long: 1)
      copy.add(0x111, offsetOf: Array(repeating: 9, count: small.area * 3))
      copy.add(0x116, long: small.height)
      copy.add(0x117, long: small.area * 3)
      let whole = Self.file(Self.bytes(Self.samples(Self.rgb)), meaning: 2, count: 3)
      for pages in [[copy, whole], [whole, copy]] {
        let picture = try decoder.decode(SampleTIFF.encoded(pages))
        #expect(picture.bitmap == Self.shown)
        #expect(picture.info.size == Self.size)
      }
    }

    @Test func `the image may be in a subdirectory of a reduced copy`() throws {
      let small = PixelSize(width: 8, height: 6)
      var copy = Self.tags(small, meaning: 2, count: 3)
      copy.add(0xFE, long: 1)
      copy.add(0x111, offsetOf: Array(repeating: 9, count: small.area * 3))
      copy.add(0x116, long: small.height)
      copy.add(0x117, long: small.area * 3)
      let whole = Self.file(Self.bytes(Self.samples(Self.rgb)), meaning: 2, count: 3)
      copy.add(0x14A, directories: [whole])
      #expect(try decoder.decode(copy.encoded()).bitmap == Self.shown)
    }

    @Test(arguments: [[2], [0], []])
    func `an extra channel does not change CMYK colours`(extra: [Int]) throws {
      let plain = Self.file(Self.bytes(Self.samples(Self.inks)), meaning: 5, count: 4)
      let more = Self.samples { Self.inks($0) + [77] }
      let file = Self.file(Self.bytes(more), meaning: 5, count: 5) {
        if !extra.isEmpty { $0.add(0x152, eachShort: extra) }
      }
      let expected = try decoder.decode(plain.encoded()).bitmap
      #expect(try decoder.decode(file.encoded()).bitmap == expected)
      #expect(SamplePictures.difference(expected, Self.shown) <= 1)
    }

    @Test(arguments: [(2, 3), (1, 1)])
    func `an extra channel that is not alpha does not make pixels transparent`(
      meaning: Int, count: Int
    ) throws {
      func file(_ extra: [Int], _ values: [Int]) -> [UInt8] {
        let samples = Self.samples { Array(Self.rgb($0).prefix(count)) + values }
        return Self.file(Self.bytes(samples), meaning: meaning, count: count + values.count) {
          if !extra.isEmpty { $0.add(0x152, eachShort: extra) }
        }.encoded()
      }
      let opaque = try decoder.decode(file([], [])).bitmap
      #expect(try decoder.decode(file([0], [0])).bitmap == opaque)
      #expect(try decoder.decode(file([0, 0], [0, 0])).bitmap == opaque)
      #expect(try decoder.decode(file([2], [255])).bitmap == opaque)
      #expect(try decoder.decode(file([2], [0])).bitmap.bytes.allSatisfy { $0 == 0 })
    }

    @Test(
      arguments: [
        (2, 8, 1, "TIFF of signed samples"), (2, 32, 1, "TIFF of signed samples"),
        (3, 64, 1, "TIFF of 64-bit floats"), (1, 64, 1, "TIFF of 64-bit samples"),
        (3, 16, 1, "TIFF of 16-bit floats"), (6, 32, 1, "TIFF of complex samples"),
        (1, 8, 34712, "TIFF with JPEG 2000 inside"), (1, 8, 50002, "TIFF with JPEG XL inside"),
        (1, 8, 52546, "TIFF with JPEG XL inside"), (1, 8, 9999, "TIFF of compression 9999"),
      ] as [(Int, Int, Int, String)])
    func `unsupported samples and compressions are refused with their names`(
      format: Int, bits: Int, packing: Int, reason: String
    ) {
      let bytes = [UInt8](repeating: 0x40, count: Self.size.area * bits / 8)
      let file = Self.file(bytes, bits: bits, meaning: 1, count: 1) {
        $0.add(0x103, shorts: packing)
        $0.add(0x153, shorts: format)
      }
      #expect(throws: PictureError.unsupported(reason)) { try decoder.decode(file.encoded()) }
    }
  }
}
