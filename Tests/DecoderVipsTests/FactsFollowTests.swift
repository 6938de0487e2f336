import DecoderKit
import DecoderProtocol
import DecoderVips
import Imaging
import PictureSamples
import Testing

extension VipsTests {
  /// Facts read from a file without decoding it must equal those of the decoder.
  @Suite struct FactsFollowTests {
    private static let stored = SamplePictures.fields(PixelSize(width: 96, height: 64))

    private static func exif(_ orientation: Orientation) -> [UInt8] {
      SampleMetadata.camera(orientation: orientation.rawValue).encoded()
    }

    private static func png(_ chunk: [UInt8]) -> [UInt8] {
      let plain = SamplePNG.encode(stored)
      return Array(plain.prefix(33) + chunk + plain.dropFirst(33))
    }

    /// A block as a text, as ImageMagick writes it.
    private static func rawProfile(_ block: [UInt8], _ name: String = "exif") -> [UInt8] {
      let digits = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let lines = stride(from: 0, to: digits.count, by: 72).map {
        String(digits.dropFirst($0).prefix(72))
      }
      return Array("\n\(name)\n\(block.count)\n\(lines.joined(separator: "\n"))\n".utf8)
    }

    private static func vips(_ orientation: Orientation, _ suffix: String) -> [UInt8] {
      var sample = SampleVips(stored)
      sample.orientation = orientation.rawValue
      return sample.encoded(suffix)
    }

    /// Each way in which a file records its orientation, or seems to.
    private static let writers: [(name: String, file: @Sendable (Orientation) -> [UInt8])] = [
      (
        "JPEG",
        { SampleJPEG.insert(Array("Exif\0\0".utf8) + exif($0), into: SampleJPEG.encode(stored)) }
      ),
      ("PNG eXIf", { png(SamplePNG.chunk("eXIf", exif($0))) }),
      (
        "PNG eXIf with letters", { png(SamplePNG.chunk("eXIf", Array("Exif\0\0".utf8) + exif($0))) }
      ),
      (
        "PNG zTXt",
        {
          let text = rawProfile(Array("Exif\0\0".utf8) + exif($0))
          return png(
            SamplePNG.chunk(
              "zTXt", Array("Raw profile type exif\0\0".utf8) + SamplePNG.deflated(text)))
        }
      ),
      (
        "PNG tEXt",
        {
          png(
            SamplePNG.chunk(
              "tEXt", Array("Raw profile type APP1\0".utf8) + rawProfile(exif($0), "generic")))
        }
      ),
      (
        "PNG iTXt before eXIf",
        {
          let other = exif($0 == .rightTop ? .topLeft : .rightTop)
          return png(
            SamplePNG.chunk(
              "iTXt", Array("Raw profile type exif\0\0\0\0\0".utf8) + rawProfile(other))
              + SamplePNG.chunk("eXIf", exif($0)))
        }
      ),
      ("TIFF", { vips($0, ".tif") }), ("WebP", { vips($0, ".webp[lossless]") }),
      ("JPEG 2000", { vips($0, ".jp2") }), ("AVIF", { vips($0, ".avif") }),
      ("HEIC", { vips($0, ".heic") }), ("JPEG XL by libvips", { vips($0, ".jxl") }),
      (
        "JPEG XL",
        {
          var sample = SampleJXL(stored)
          sample.orientation = $0.rawValue
          return sample.encoded()
        }
      ),
      (
        "JPEG XL in pieces",
        {
          var sample = SampleJXL(stored)
          sample.orientation = $0.rawValue
          return pieces(of: sample.encoded())
        }
      ),
    ]

    /// A codestream in several boxes, as encoders write it that have recompressed a JPEG.
    private static func pieces(of stream: [UInt8]) -> [UInt8] {
      SampleMetadata.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
        + SampleMetadata.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        + SampleMetadata.box("jxlp", [0, 0, 0, 0] + stream.prefix(3))
        + SampleMetadata.box("jxlp", [0, 0, 0, 1] + stream.dropFirst(3).prefix(4))
        + SampleMetadata.box("jxlp", [0x80, 0, 0, 2] + stream.dropFirst(7))
    }

    @Test(arguments: writers.map(\.name), Orientation.allCases)
    func `size and orientation equal those of the decoded image`(
      writer: String, orientation: Orientation
    ) throws {
      let write = try #require(Self.writers.first { $0.name == writer }?.file)
      let file = write(orientation)
      let box = PixelSize(width: 200, height: 200)
      let isOurs = writer.hasPrefix("JPEG") && writer.count == 4 || writer.hasPrefix("PNG")
      let info =
        isOurs
        ? try PictureDecoder(box: box).decode(file).info
        : try VipsDecoder(box: box).decode(file).info
      for scope in [MetadataScope.all, .index] {
        let facts = try #require(MetadataReader(for: scope).metadata(of: MetadataFile(file)))
        #expect(facts.size == info.size)
        #expect((facts.orientation ?? .topLeft).swapsSides == (info.size != Self.stored.size))
      }
      if !["JPEG 2000", "AVIF", "HEIC", "JPEG XL by libvips"].contains(writer) {
        #expect(info.size == orientation.shown(Self.stored.size))
      }
    }

    @Test(arguments: [
      Array("P6 3 2 255\n".utf8) + [UInt8](repeating: 9, count: 18),
      Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-X 2 +Y 3\n".utf8)
        + [UInt8](repeating: 9, count: 24),
      [0, 0, 1, 0, 1, 0, 3, 2, 0, 0, 1, 0, 32, 0, 200, 0, 0, 0, 22, 0, 0, 0]
        + SamplePNG.encode(SamplePictures.fields(PixelSize(width: 3, height: 2))),
    ])
    func `headers without metadata have the size of the decoded image`(file: [UInt8]) throws {
      let info = try PictureDecoder(box: PixelSize(width: 20, height: 20)).decode(file).info
      let facts = try #require(MetadataReader().metadata(of: MetadataFile(file)))
      #expect(facts.size == info.size)
    }

    @Test func `the metadata of a TIFF are those of the first full-size page`() throws {
      var small = SampleTIFF()
      small.add(0x00FE, long: 1)
      small.add(0x0100, shorts: 8)
      small.add(0x0101, shorts: 6)
      small.add(0x0112, shorts: 1)
      var large = SampleTIFF()
      large.add(0x00FE, long: 0)
      large.add(0x0100, shorts: 96)
      large.add(0x0101, shorts: 64)
      large.add(0x0112, shorts: 6)
      let file = SampleTIFF.encoded([small, large])
      let facts = try #require(MetadataReader().metadata(of: MetadataFile(file)))
      #expect(facts.size == PixelSize(width: 64, height: 96))
      #expect(facts.orientation == .rightTop)
    }
  }
}
