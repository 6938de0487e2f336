import Base
import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

/// Keywords with paths, people and alternative texts, in the forms that programs write.
@Suite("Words in metadata") struct WordReadingTests {
  private static let namespaces = """
    xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/" \
    xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
    xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" \
    xmlns:MP="http://ns.microsoft.com/photo/1.2/" \
    xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" \
    xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" \
    xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" \
    xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    """

  private static func packet(_ properties: String, _ attributes: String = "") -> [UInt8] {
    SampleMetadata.packet(properties, attributes: "\(namespaces) \(attributes)")
  }

  private static func read(_ properties: String, _ attributes: String = "") -> PhotoMetadata {
    XMPReader(packet(properties, attributes)[...]).metadata
  }

  private static func list(_ name: String, _ items: String..., kind: String = "Bag") -> String {
    let items = items.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    return "<\(name)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>"
  }

  @Test(
    arguments: [
      // Lightroom writes all levels as keywords, too; digiKam the last.
      (
        list("dc:subject", "Animals", "Dogs", "beach")
          + list("lr:hierarchicalSubject", "Animals", "Animals|Dogs", "beach"),
        ["Animals|Dogs", "beach"]
      ),
      (
        list("digiKam:TagsList", "Animals/Dogs", "beach", kind: "Seq")
          + list("dc:subject", "Dogs", "beach"), ["Animals|Dogs", "beach"]
      ),
      // darktable writes words of its own.
      (
        list("lr:hierarchicalSubject", "darktable|format|nef", "places|Seoul")
          + list("dc:subject", "darktable", "format", "nef", "places", "Seoul", "night"),
        ["places|Seoul", "night"]
      ),
      (list("lr:hierarchicalSubject", "a|", "|", "b"), ["a|", "b"]),
      (list("dc:subject", "two\nlines", "tab\tbed"), ["two lines", "tab bed"]),
    ])
  func `keywords are paths, and those that are in no path`(properties: String, keywords: [String]) {
    #expect(Self.read(properties).keywords == keywords)
  }

  @Test func `what an earlier, longer packet has left behind the end is ignored`() {
    let packet = Self.packet(Self.list("dc:subject", "beach"))
    for rest in ["", "li></rdf:Bag></x:xmpmeta>\n<?xpacket end='w'?>", "\0\0<"] {
      let bytes = packet + Array("<?xpacket end='r'?>\(rest)".utf8)
      #expect(XMPReader(bytes[...]).metadata.keywords == ["beach"])
    }
  }

  private static let gifParts: [[UInt8]] = [
    [0x21, 0xFE, 3] + Array("abc\0".utf8),
    [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0],
    [0x2C, 0, 0, 0, 0, 7, 0, 5, 0, 0x81] + [UInt8](repeating: 0x21, count: 12) + [2, 2, 4, 1, 0],
  ]

  @Test(arguments: 0...3)
  func `the XMP of a GIF is read before and after its frames`(place: Int) throws {
    let packet = Self.packet(Self.list("dc:subject", "beach"))
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    let head = Array("GIF89a".utf8) + [7, 0, 5, 0, 0x80, 0, 0] + [UInt8](repeating: 0x2C, count: 6)
    let block = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer
    var parts = Self.gifParts
    parts.insert(block, at: place)
    let file = head + parts.joined() + [0x3B]
    let read = try #require(MetadataReader().metadata(of: MetadataFile(file)))
    #expect(read.keywords == ["beach"] && read.size == PixelSize(width: 7, height: 5))
    for length in file.indices.dropFirst(13) {
      let cut = MetadataReader().metadata(of: MetadataFile(Array(file[..<length])))
      #expect(cut?.size == read.size && [[], ["beach"]].contains(cut?.keywords))
    }
  }

  private static let regions = """
    <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>\
    <rdf:li><rdf:Description mwg-rs:Name="Ann" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="7e300"/>\
    </rdf:Description></rdf:li>\
    <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Bob</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>\
    </rdf:li>\
    <rdf:li mwg-rs:Name="Rex" mwg-rs:Type="Pet"/><rdf:li mwg-rs:Type="Face"/>\
    <rdf:li mwg-rs:Name=" " mwg-rs:Type="Face"/></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
    """
  private static let microsoft = """
    <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>\
    <rdf:li MPReg:PersonDisplayName="Chae-won" MPReg:Rectangle="0,0,9,9"/>\
    <rdf:li><rdf:Description><MPReg:PersonDisplayName>Ann</MPReg:PersonDisplayName>\
    </rdf:Description></rdf:li></rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
    """

  @Test func `people are the named faces of both kinds of regions, and those of IPTC`() {
    #expect(Self.read(Self.regions).people == ["Ann", "Bob"])
    #expect(Self.read(Self.microsoft).people == ["Chae-won", "Ann"])
    let people = Self.list("ext:PersonInImage", "Dan", "Bob")
    #expect(
      Self.read(Self.regions + Self.microsoft + people).people == ["Ann", "Bob", "Chae-won", "Dan"])
  }

  private static func region(_ area: String, name: String = "Ann") -> String {
    "<rdf:li><rdf:Description mwg-rs:Name=\"\(name)\"><mwg-rs:Area \(area)/></rdf:Description></rdf:li>"
  }

  private static func regions(_ regions: String...) -> String {
    "<mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>\(regions.joined())</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
  }

  private static let area =
    #"stArea:x="0.25" stArea:y="0.5" stArea:w=".1" stArea:h="0.2" stArea:unit="normalized""#

  @Test(arguments: [
    regions(region(area)),
    regions(
      """
      <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ann</mwg-rs:Name>\
      <mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.25</stArea:x><stArea:y> 0.5 </stArea:y>\
      <stArea:w>0.1</stArea:w><stArea:h>0.2</stArea:h></mwg-rs:Area></rdf:li>
      """),
    regions(
      """
      <rdf:li mwg-rs:Name="Ann"><mwg-rs:Area><rdf:Description \(area)/></mwg-rs:Area></rdf:li>
      """),
    regions(region(area)) + microsoft,
    """
    <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>\
    <rdf:li MPReg:PersonDisplayName="Ann" MPReg:Rectangle="0.2, 0.4,0.1, 0.2"/>\
    </rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
    """,
  ])
  func `faces have the center and size of both kinds of regions, once`(properties: String) {
    #expect(
      Self.read(properties).faces
        == [Face("Ann", center: SIMD2(0.25, 0.5), size: SIMD2(0.1, 0.2))])
  }

  @Test(arguments: [
    ("x", "nan"), ("x", "-0.1"), ("y", "1.01"), ("w", "0"), ("w", "1e300"), ("h", "inf"),
    ("h", "-1"), ("y", ""), ("unit", "pixel"),
  ])
  func `an impossible area is ignored, and its person is not`(field: String, value: String) {
    let numbers = ["x": "0.5", "y": "0.5", "w": "0.1", "h": "0.1"].merging([field: value]) { $1 }
    let area = numbers.map { #"stArea:\#($0)="\#($1)""# }.joined(separator: " ")
    let read = Self.read(Self.regions(Self.region(area)))
    #expect(read.faces.isEmpty && read.people == ["Ann"])
  }

  @Test func `a face that is partly outside of the photo is cut off`() {
    let read = Self.read(
      Self.regions(Self.region(#"stArea:x="0" stArea:y="1" stArea:w="0.5" stArea:h="1""#)))
    let area = PixelRect(x: 0, y: 32_768, width: 16_384, height: 32_767)
    #expect(read.faces.map(\.area) == [area])
  }

  /// MWG: areas refer to the stored image.
  @Test(arguments: Orientation.allCases)
  func `faces are rotated with their photo`(turn: Orientation) throws {
    var exif = SampleTIFF()
    exif.add(0x112, shorts: turn.rawValue)
    let region = Self.region(#"stArea:x="0.25" stArea:y="0.1" stArea:w="0.1" stArea:h="0.2""#)
    let file = SampleMetadata(exif: exif.encoded(), xmp: Self.packet(Self.regions(region))).jpeg
    let read = try #require(MetadataReader().metadata(of: MetadataFile(file)))
    let (x, y) =
      switch turn {
      case .topLeft: (0.25, 0.1)
      case .topRight: (0.75, 0.1)
      case .bottomRight: (0.75, 0.9)
      case .bottomLeft: (0.25, 0.9)
      case .leftTop: (0.1, 0.25)
      case .rightTop: (0.9, 0.25)
      case .rightBottom: (0.9, 0.75)
      case .leftBottom: (0.1, 0.75)
      }
    let size = turn.swapsSides ? SIMD2(0.2, 0.1) : SIMD2(0.1, 0.2)
    let expected = try #require(Face("Ann", center: SIMD2(x, y), size: size)).area
    let found = try #require(read.faces.first).area
    #expect(abs(found.x - expected.x) < 2 && abs(found.y - expected.y) < 2)
    #expect(abs(found.size.width - expected.size.width) < 2)
    #expect(abs(found.size.height - expected.size.height) < 2)
  }

  @Test func `an alternative text is read in the default language`() {
    let text = """
      <core:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="de">Ein See</rdf:li>\
      <rdf:li xml:lang="x-default">A lake</rdf:li></rdf:Alt></core:AltTextAccessibility>
      """
    #expect(Self.read(text).altText == "A lake")
  }

  /// Each in a JPEG whose EXIF has a date already.
  @Test(arguments: [
    (list("digiKam:TagsList", "a/b"), ""), (list("lr:hierarchicalSubject", "a|b"), ""),
    (list("dc:subject", "a"), ""), (list("dc:title", "a", kind: "Alt"), ""),
    (list("dc:description", "a", kind: "Alt"), ""),
    (list("core:AltTextAccessibility", "a", kind: "Alt"), ""), (regions, ""), (microsoft, ""),
    (list("ext:PersonInImage", "a"), ""),
    ("", #"exif:GPSLatitude="1,2N" exif:GPSLongitude="3,4E""#),
  ])
  func `the index has the words that only XMP has`(properties: String, attributes: String) throws {
    var photo = SampleTIFF()
    photo.add(0x9003, text: "2024:05:17 14:03:59")
    photo.add(0xA434, text: "50mm")
    var picture = SampleTIFF()
    picture.add(0x8769, directories: [photo])
    let file = SampleMetadata(
      exif: picture.encoded(), xmp: Self.packet(properties, attributes)
    ).jpeg
    let all = try #require(MetadataReader().metadata(of: MetadataFile(file)))
    let index = try #require(MetadataReader(for: .index).metadata(of: MetadataFile(file)))
    #expect(index.captureDate != nil && index.captureDate == all.captureDate)
    #expect(index.keywords == all.keywords && index.people == all.people)
    #expect(index.title == all.title && index.caption == all.caption)
    #expect(index.altText == all.altText && index.position == all.position)
    let isSaid = !all.keywords.isEmpty || !all.people.isEmpty || all.title != nil
    #expect(isSaid || all.caption != nil || all.altText != nil || all.position != nil)
  }

  @Test func `the index has the keywords of IPTC`() throws {
    var picture = SampleTIFF()
    picture.add(0x0132, text: "2024:05:17 14:03:59")
    let press = SampleMetadata.press([(25, Array("I".utf8)), (25, Array("P".utf8))])
    let file = SampleMetadata(exif: picture.encoded(), iptc: press).jpeg
    let read = try #require(MetadataReader(for: .index).metadata(of: MetadataFile(file)))
    #expect(read.keywords == ["I", "P"])
  }

  @Test(arguments: [
    String(repeating: "a|", count: 100_000), String(repeating: "k", count: 900_000),
    (0..<20_000).map { "\($0)|\($0)" }.joined(separator: "</rdf:li><rdf:li>"),
  ])
  func `enormous paths are cut to the limits`(path: String) {
    let read = Self.read(Self.list("lr:hierarchicalSubject", path))
    #expect(read.keywords.count <= PhotoMetadata.keywordLimit)
    #expect(read.keywords.allSatisfy { $0.utf8.count <= PhotoMetadata.textByteLimit })
  }

  @Test func `enormous regions and impossible positions are cut to the limits or dropped`() {
    let faces = (0..<5_000).map { #"<rdf:li mwg-rs:Name="\#($0)"/>"# }.joined()
    let read = Self.read(
      "<mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>\(faces)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>",
      #"exif:GPSLatitude="1e300,0N" exif:GPSLongitude="nan,0E""#)
    #expect(read.people.count == PhotoMetadata.personLimit && read.position == nil)
    let placed = (0..<5_000).map { Self.region(Self.area, name: "\($0)") }.joined()
    #expect(Self.read(Self.regions(placed)).faces.count == Face.limit)
  }
}
