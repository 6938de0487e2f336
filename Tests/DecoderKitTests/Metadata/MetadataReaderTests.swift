import DecoderKit
import Imaging
import PictureSamples
import Testing

@Suite("Reading metadata from every container") struct MetadataReaderTests {
  private static func read(_ bytes: [UInt8], for scope: MetadataScope = .all) -> PhotoMetadata? {
    MetadataReader(for: scope).metadata(of: MetadataFile(bytes))
  }

  /// The same camera, date and texts in all of them.
  private static let containers: [(PictureFormat, [UInt8], PixelSize)] = [
    (.jpeg, SampleMetadata.whole.jpeg, PixelSize(width: 40, height: 60)),
    (.png, SampleMetadata.whole.png, PixelSize(width: 40, height: 60)),
    (.webP, SampleMetadata.whole.webP, PixelSize(width: 40, height: 60)),
    (.heic, SampleMetadata.whole.heic, PixelSize(width: 40, height: 60)),
    (.jpegXL, SampleMetadata.whole.jpegXL, PixelSize(width: 40, height: 60)),
  ]

  @Test(arguments: containers)
  func `all fields are read from each container`(
    format: PictureFormat, file: [UInt8], size: PixelSize
  ) throws {
    let read = try #require(Self.read(file))
    #expect(read.format == format && read.byteCount == file.count)
    #expect(read.size == size && read.orientation == .rightTop)
    #expect(read.camera == "NIKON Z 6" && read.make == "NIKON CORPORATION")
    #expect(read.lens == "50mm F1.8 Prime" && read.software == "Firmware 1.0")
    #expect(read.exposureTime == Fraction(1, 250) && read.aperture == 2.8 && read.iso == 400)
    #expect(read.focalLength == 50 && read.filmFocalLength == 75)
    #expect(read.exposureBias == -1.0 / 3 && read.flash?.isFired == true)
    #expect(read.captureDate?.iso8601 == "2024-05-17T14:03:59.25+02:00")
    #expect(read.position?.address == "geo:48.198633,-16.366667,-183.5")
    #expect(read.title == "Lake" && read.caption == "A lake in the Alps")
    #expect(read.keywords == ["lake", "Alpen & See"] && read.rating == 4 && read.label == "Red")
    #expect(read.profile == (format == .jpegXL ? "sRGB" : "RGB built-in"))
  }

  @Test(arguments: [2, 3, 7, 15, 16])
  func `the codestream of a JPEG XL may be split into several boxes`(length: Int) throws {
    let whole = SampleMetadata.whole.jpegXL
    let mark = Array("jxlc".utf8)
    let place = try #require(whole.indices.first { whole[$0...].starts(with: mark) }) - 4
    let boxLength = whole[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let codestream = whole[place + 8..<place + boxLength]
    func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(content.count + 8)] + Array(kind.utf8) + content
    }
    let parts =
      box("jxlp", [0, 0, 0, 0] + codestream.prefix(length)) + box("jbrd", [1, 2, 3])
      + box("jxlp", [0x80, 0, 0, 1] + codestream.dropFirst(length))
    let file = whole[..<place] + parts + whole[(place + boxLength)...]
    let read = try #require(Self.read(Array(file)))
    #expect(read.size == PixelSize(width: 40, height: 60) && read.orientation == .rightTop)
    #expect(read.camera == "NIKON Z 6")
  }

  @Test func `a PSD has the same metadata as a JPEG, but is always upright`() throws {
    let file = SampleMetadata.whole.psd
    let (read, jpeg) = (
      try #require(Self.read(file)), try #require(Self.read(SampleMetadata.whole.jpeg))
    )
    #expect(read.size == PixelSize(width: 60, height: 40) && read.orientation == .topLeft)
    var expected = jpeg
    (expected.format, expected.byteCount) = (.psd, file.count)
    (expected.size, expected.orientation) = (read.size, read.orientation)
    #expect(read == expected)
    for length in stride(from: 0, to: file.count, by: 11) { _ = Self.read(Array(file[..<length])) }
  }

  @Test(
    arguments: [
      (Array("qoif".utf8) + [0, 0, 1, 2, 0, 0, 0, 5, 3, 0], PixelSize(width: 258, height: 5)),
      (
        [0, 0, 2] + Array(repeating: 0, count: 9) + [2, 1, 5, 0, 24, 0, 9],
        PixelSize(width: 258, height: 5)
      ),
      (
        [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] + Array("owner\0string\0\u{3}\0\0\0me!".utf8)
          + Array("displayWindow\0box2i\0\u{10}\0\0\0".utf8)
          + [0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0, 0, 1, 0, 0, 6, 0, 0, 0, 0],
        PixelSize(width: 258, height: 5)
      ),
    ] as [([UInt8], PixelSize)])
  func `formats without metadata have a size`(file: [UInt8], size: PixelSize) {
    #expect(Self.read(file)?.size == size)
  }

  @Test func `metadata of TIFF, DNG and Fujifilm raw files are read`() throws {
    var tiff = SampleMetadata.camera()
    tiff.add(0x100, shorts: 60)
    tiff.add(0x101, shorts: 40)
    tiff.add(0x2BC, bytes: SampleMetadata.packet(SampleMetadata.wordsOfXMP))
    var dng = tiff
    dng.add(0xC612, bytes: [1, 4, 0, 0])
    var large = SampleTIFF(isBigEndian: true)
    large.add(0x100, long: 6000)
    large.add(0x101, long: 4000)
    dng.add(0x14A, directories: [large])
    let jpeg = SampleMetadata.whole.jpeg
    let fuji =
      Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 68)
      + [0, 0, 0, 100, 0, 0, UInt8(jpeg.count >> 8), UInt8(jpeg.count & 255)]
      + [UInt8](repeating: 0, count: 8) + jpeg
    let files: [(PictureFormat, [UInt8], PixelSize)] = [
      (.tiff, tiff.encoded(), PixelSize(width: 40, height: 60)),
      (.dng, dng.encoded(), PixelSize(width: 4000, height: 6000)),
      (.raf, fuji, PixelSize(width: 40, height: 60)),
    ]
    for (format, file, size) in files {
      let read = try #require(Self.read(file))
      #expect(read.format == format && read.size == size && read.title == "Lake")
      #expect(read.captureDate?.millisecond == 250 && read.camera == "NIKON Z 6")
    }
  }

  @Test func `the separate directories of a CR3 are read`() throws {
    var picture = SampleTIFF()
    picture.add(0x110, text: "Canon EOS R5")
    picture.add(0x112, shorts: 8)
    var photo = SampleTIFF()
    photo.add(0x9003, text: "2024:05:17 14:03:59")
    photo.add(0xA002, long: 8192)
    photo.add(0xA003, long: 5464)
    let canon: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    let box = SampleMetadata.box
    let file =
      box("ftyp", Array("crx \0\0\0\u{1}isom".utf8))
      + box(
        "moov",
        box(
          "uuid",
          canon + box("CMT1", picture.encoded()) + box("CMT2", photo.encoded())
            + box("CMT4", SampleMetadata.place(isBigEndian: false).encoded())))
    let read = try #require(Self.read(file))
    #expect(read.format == .cr3 && read.camera == "Canon EOS R5")
    #expect(read.size == PixelSize(width: 5464, height: 8192))
    #expect(read.captureDate?.year == 2024 && read.position != nil)
  }

  @Test func `for an index a JPEG is read only up to its size`() throws {
    var farthest = 0
    let file = SampleMetadata.whole.jpeg + [UInt8](repeating: 0, count: 100_000)
    let source = MetadataFile(byteCount: file.count) { count, offset in
      farthest = max(farthest, offset + count)
      return Array(file.dropFirst(offset).prefix(count))
    }
    let read = try #require(MetadataReader(for: .index).metadata(of: source))
    let all = try #require(Self.read(file))
    #expect(read.captureDate?.day == 17 && read.software == nil && all.software != nil)
    #expect(read.title == all.title && read.caption == all.caption && read.keywords == all.keywords)
    #expect(read.captureDate == all.captureDate && read.size == all.size)
    #expect(read.camera == all.camera && read.lens == all.lens && read.iso == all.iso)
    #expect(read.rating == all.rating && read.label == all.label && all.title != nil)
    #expect(farthest <= 16 * 1024)
    let dated = SampleMetadata.packet("<xmp:CreateDate>2024-05-17</xmp:CreateDate>")
    #expect(
      Self.read(SampleMetadata(xmp: dated).jpeg, for: .index)?.captureDate?.iso8601
        == "2024-05-17")
  }

  @Test func `the warm-up photo contains the fields of photos`() throws {
    let read = try #require(Self.read(DecoderKit.SamplePictures.all[0]))
    #expect(read.camera == "Pho Cel" && read.lens == "Sample 50 mm f/2.8" && read.iso == 200)
    #expect(read.captureDate?.iso8601 == "2024-01-31T12:34:56.25" && read.aperture == 2.8)
    #expect(read.rating == 3 && read.label == "Red" && read.keywords == ["lake"])
    #expect(read.size == PixelSize(width: 16, height: 16))
  }

  @Test(arguments: [
    (
      SampleBMP.encode(
        SamplePictures.fields(PixelSize(width: 7, height: 5)), bits: 24, isTopDown: true), "7x5"
    ),
    (Array("GIF89a".utf8) + [7, 0, 5, 0, 0, 0, 0], "7x5"),
  ])
  func `an image without metadata has a size`(file: [UInt8], size: String) {
    #expect(Self.read(file)?.size?.description == size)
  }

  @Test(arguments: [("exif", "Exif\0\0"), ("APP1", "Exif\0\0"), ("xmp", "")])
  func `hexadecimal metadata blocks of ImageMagick's PNGs are read`(kind: String, signature: String)
    throws
  {
    let block =
      kind == "xmp"
      ? SampleMetadata.packet(SampleMetadata.wordsOfXMP) : SampleMetadata.camera().encoded()
    let digits = (Array(signature.utf8) + block).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let text = "\n\(kind)\n    \(digits.count)\n\(digits.joined())\n"
    let content = Array("Raw profile type \(kind)\0\0".utf8) + SamplePNG.deflated(Array(text.utf8))
    let plain = SamplePNG.encode(SamplePictures.fields(PixelSize(width: 6, height: 4)))
    let read = try #require(
      Self.read(plain[..<33] + SamplePNG.chunk("zTXt", content) + plain[33...]))
    #expect(kind == "xmp" ? read.title == "Lake" : read.camera == "NIKON Z 6")
  }

  @Test func `bytes that are not an image have no metadata`() {
    #expect(Self.read([]) == nil)
    #expect(Self.read(Array("hello, world, hello, world".utf8)) == nil)
  }

  @Test func `extended XMP is read from several segments`() throws {
    let digest = "0123456789ABCDEF0123456789ABCDEF"
    let main = SampleMetadata.packet("", attributes: "xmpNote:HasExtendedXMP=\"\(digest)\"")
    let rest = SampleMetadata.packet(SampleMetadata.wordsOfXMP)
    var file = SampleMetadata(xmp: main).jpeg
    // The last piece is inserted first and thus follows the others.
    for start in [400, 200, 0] {
      let piece = rest.dropFirst(start).prefix(start == 400 ? .max : 200)
      let head = Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8)
      file = SampleJPEG.insert(
        head + [
          0, 0, UInt8(rest.count >> 8), UInt8(rest.count & 255), 0, 0, UInt8(start >> 8),
          UInt8(start & 255),
        ] + piece,
        into: file)
    }
    #expect(Self.read(file)?.title == "Lake")
  }
}
