import Base
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

@Suite("Hostile metadata") struct HostileMetadataTests {
  private static func read(_ bytes: [UInt8]) -> PhotoMetadata? {
    MetadataReader().metadata(of: MetadataFile(bytes))
  }

  private static func exif(_ change: (inout SampleTIFF) -> Void) -> [UInt8] {
    var picture = SampleTIFF()
    picture.add(0x0110, text: "Model")
    change(&picture)
    return SampleMetadata(exif: picture.encoded()).jpeg
  }

  private static let invalidFields: [(String, [UInt8])] = [
    ("a directory below itself", exif { $0.add(0x8769, long: 8) }),
    ("a directory of positions below itself", exif { $0.add(0x8825, long: 8) }),
    (
      "directories beside one another that are one",
      exif { $0.add(0x14A, type: 4, count: 1 << 32 - 1, field: 8) }
    ),
    ("a text of four gigabytes", exif { $0.add(0x0131, type: 2, count: 1 << 32 - 1, field: 8) }),
    ("fractions without end", exif { $0.add(0x829A, type: 5, count: 1 << 32 - 1, field: 8) }),
    ("a text far behind the end", exif { $0.add(0x0131, type: 2, count: 100, field: 1 << 31) }),
    ("a type that there is not", exif { $0.add(0x0131, type: 200, count: 1, field: 0) }),
    (
      "a packet of XMP of four gigabytes",
      exif { $0.add(0x2BC, type: 1, count: 1 << 32 - 1, field: 8) }
    ),
    ("a profile of four gigabytes", exif { $0.add(0x8773, type: 7, count: 1 << 32 - 1, field: 8) }),
    ("a directory behind the end", exif { $0.add(0x8769, long: 1 << 31) }),
    ("an orientation of nine", exif { $0.add(0x112, shorts: 9) }),
    ("an exposure of nothing", exif { $0.add(0x829A, fractions: [(0, 0)]) }),
  ]

  @Test(arguments: invalidFields)
  func `fields beside an invalid one are read`(what: String, file: [UInt8]) throws {
    let read = try #require(Self.read(file))
    #expect(read.model == "Model" && read.size == PixelSize(width: 60, height: 40))
    #expect(read.exposureTime == nil && read.orientation == nil)
  }

  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>", "<rdf:RDF", "\0\0\0",
    String(repeating: "<a>", count: 1000),
  ])
  func `invalid XMP is ignored`(packet: String) throws {
    let read = try #require(Self.read(SampleMetadata(xmp: Array(packet.utf8)).jpeg))
    #expect(
      read
        == Self.read(SampleMetadata().jpeg).map { plain in
          var plain = plain
          plain.byteCount = read.byteCount
          return plain
        })
  }

  @Test func `a hundred megabytes of XMP are skipped, and later blocks are read`() throws {
    let plain = SampleMetadata(exif: SampleMetadata.camera().encoded()).jpeg
    let head = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let segment: [UInt8] =
      [0xFF, 0xE1, 0xFF, 0xFF] + head + [UInt8](repeating: 0x20, count: 65_533 - head.count)
    let flood = (0..<1600).flatMap { _ in segment }
    let file = plain.prefix(2) + flood + plain.dropFirst(2)
    var readCount = 0
    let source = MetadataFile(byteCount: file.count) { count, offset in
      readCount += count
      return Array(file[offset..<min(offset + count, file.count)])
    }
    let read = try #require(MetadataReader().metadata(of: source))
    #expect(read.camera == "NIKON Z 6" && read.size == PixelSize(width: 40, height: 60))
    #expect(readCount < 10 << 20)
  }

  @Test func `keywords and texts are truncated to their limits`() throws {
    let words = (0..<1_000_000).lazy.map { "\($0)" }
    #expect(Keywords(words).all.count == PhotoMetadata.keywordLimit)
    let items = (0..<20_000).map { "<rdf:li>\($0)</rdf:li>" }.joined()
    let packet = SampleMetadata.packet("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
    #expect(XMPReader(packet[...]).metadata.keywords.count == PhotoMetadata.keywordLimit)
    let long = String(repeating: "ä", count: 40_000)
    let read = try #require(
      Self.read(Self.exif { $0.add(0x010E, text: String(long.prefix(20_000))) }))
    #expect(read.caption == String(repeating: "ä", count: PhotoMetadata.textByteLimit / 2))
  }

  @Test func `deeply nested boxes are read only to a limited depth`() throws {
    let depth = 100_000
    let head: [UInt8] = [0, 0, 0, 24] + Array("ftypcrx ".utf8) + [UInt8](repeating: 0, count: 12)
    let boxes = (0..<depth).flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (depth - number) * 8 >> $0) }
        + Array("moov".utf8)
    }
    #expect(try #require(Self.read(head + boxes)).size == nil)
  }

  @Test func `sizes of four billion pixels are ignored`() throws {
    var png = SampleMetadata.whole.png
    png.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(try #require(Self.read(png)).size == nil)
    var tiff = SampleTIFF()
    for tag in [0x100, 0x101] { tiff.add(tag, long: Int(UInt32.max)) }
    #expect(try #require(Self.read(tiff.encoded())).size == nil)
  }

  @Test func `a text ends at a zero byte and its escapes are preserved`() throws {
    let text = "a\u{1B}]0;title\u{7}b"
    let read = try #require(Self.read(Self.exif { $0.add(0x010E, text: text + "\0hidden") }))
    #expect(read.caption == text)
  }

  /// Files of all containers, to be damaged.
  private static let files = [
    SampleMetadata.whole.jpeg, SampleMetadata.whole.png, SampleMetadata.whole.webP,
    SampleMetadata.whole.heic, SampleMetadata.whole.jpegXL, SampleMetadata.camera().encoded(),
    SampleMetadata(iptc: SampleMetadata.press([(120, [65])]), digest: [1]).jpeg,
  ]

  @Test(arguments: files.indices)
  func `truncated and damaged files do not crash the reader`(index: Int) {
    let file = Self.files[index]
    for count in stride(from: 0, to: file.count, by: 7) { _ = Self.read(Array(file[..<count])) }
    var generator = SplitMix64(seed: UInt64(index))
    for _ in 0..<3000 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[.random(in: 0..<min(bytes.count, 3000), using: &generator)] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      guard let read = Self.read(bytes) else { continue }
      #expect(read.keywords.count <= PhotoMetadata.keywordLimit)
    }
  }
}
