import Base
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

@Suite("Metadata of copies") struct EmbeddedMetadataTests {
  private static func read(_ bytes: [UInt8]) -> PhotoMetadata? {
    MetadataReader().metadata(of: MetadataFile(bytes))
  }

  private static func exif(_ metadata: PhotoMetadata, _ turn: Orientation = .topLeft) -> [UInt8] {
    ExifWriter(metadata, orientation: turn).bytes
  }

  private static let full = {
    var metadata = PhotoMetadata()
    (metadata.make, metadata.model, metadata.lens) = ("NIKON CORPORATION", "NIKON Z 6", "50mm F1.8")
    (metadata.caption, metadata.creator) = ("Ein See in den Alpen – früh", "Ann")
    metadata.rights = "© Ann"
    metadata.exposureTime = Fraction(1, 250)
    (metadata.aperture, metadata.iso, metadata.focalLength) = (2.8, 400, 50)
    (metadata.filmFocalLength, metadata.exposureBias) = (75, -0.333)
    metadata.flash = FlashUse(rawValue: 0x59)
    metadata.captureDate = CaptureDate(text: "2024-05-17T14:03:59.25+02:00")
    metadata.position = GeoPosition(latitude: -48.198634, longitude: 16.366667, altitude: -183.5)
    return metadata
  }()

  @Test(arguments: Orientation.allCases)
  func `a written EXIF block is read as it was meant`(turn: Orientation) throws {
    let plain = SampleMetadata().jpeg
    let file = try EmbeddedMetadata(exif: Self.exif(Self.full, turn)).replacing(in: plain)
    var expected = Self.full
    expected.fill(from: try #require(Self.read(plain)))
    (expected.orientation, expected.byteCount) = (turn, file.count)
    expected.size = expected.size.map(turn.shown)
    #expect(Self.read(file) == expected)
  }

  @Test(arguments: ["1978", "1978-05", "1978-05-17"])
  func `parts of a date that are unknown stay unknown`(text: String) throws {
    var metadata = PhotoMetadata()
    metadata.captureDate = CaptureDate(text: text)
    let file = try EmbeddedMetadata(exif: Self.exif(metadata)).replacing(in: SampleMetadata().jpeg)
    #expect(Self.read(file)?.captureDate == metadata.captureDate)
  }

  private static let whole = SampleMetadata.whole

  @Test func `own blocks replace those of JPEG and PNG, and the profile stays`() throws {
    let own = EmbeddedMetadata(
      exif: Self.exif(Self.full),
      xmp: SampleMetadata.packet("<dc:title>Own</dc:title>"))
    for file in [Self.whole.jpeg, Self.whole.png] {
      let copy = try #require(Self.read(try own.replacing(in: file)))
      #expect(copy.title == "Own" && copy.keywords.isEmpty && copy.rating == nil)
      #expect(copy.software == nil && copy.creator == "Ann" && copy.orientation == .topLeft)
      #expect(copy.profile == Self.read(file)?.profile && copy.profile != nil)
    }
  }

  @Test func `without blocks nothing but the image and its profile is left`() throws {
    let profile = SampleMetadata(profile: Self.whole.profile)
    let none = EmbeddedMetadata()
    let jpeg = try none.replacing(in: Self.whole.jpeg)
    #expect(try jpeg == none.replacing(in: profile.jpeg) && jpeg.count == profile.jpeg.count)
    #expect(try none.replacing(in: Self.whole.png) == profile.png)
  }

  @Test func `what cameras append to a JPEG is left out`() throws {
    let plain = SampleMetadata().jpeg
    let video = Array("ftypmp42".utf8) + plain
    #expect(try EmbeddedMetadata().replacing(in: plain + video) == plain)
  }

  @Test func `replacing twice gives the same file`() throws {
    let own = EmbeddedMetadata(exif: Self.exif(Self.full), xmp: SampleMetadata.packet(""))
    for file in [Self.whole.jpeg, Self.whole.png] {
      let once = try own.replacing(in: file)
      #expect(try own.replacing(in: once) == once)
    }
  }

  @Test func `files that are cut off or of other formats are refused`() {
    let own = EmbeddedMetadata(exif: Self.exif(Self.full))
    #expect(throws: EmbeddingError.otherFormat) { try own.replacing(in: Array("GIF89a".utf8)) }
    #expect(throws: EmbeddingError.otherFormat) { try own.replacing(in: []) }
    let png = Self.whole.png
    for count in stride(from: 8, to: png.count, by: 7) {
      #expect(throws: EmbeddingError.damaged) { try own.replacing(in: Array(png.prefix(count))) }
    }
    for count in 2..<60 {
      let start = Array(Self.whole.jpeg.prefix(count))
      #expect(throws: EmbeddingError.damaged) { try own.replacing(in: start) }
    }
    // A WebP without an image.
    #expect(throws: EmbeddingError.damaged) { try own.replacing(in: Self.whole.webP) }
  }

  @Test func `a block that no segment can have is refused`() {
    let own = EmbeddedMetadata(xmp: [UInt8](repeating: 0x20, count: 66_000))
    #expect(throws: EmbeddingError.tooLong) { try own.replacing(in: Self.whole.jpeg) }
  }
}
