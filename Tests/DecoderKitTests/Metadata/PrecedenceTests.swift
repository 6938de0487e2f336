import Base
import Imaging
import PictureSamples
import Testing

@testable import DecoderKit

@Suite("Precedence of metadata blocks") struct PrecedenceTests {
  private static func read(_ sample: SampleMetadata) throws -> PhotoMetadata {
    try #require(MetadataReader().metadata(of: MetadataFile(sample.jpeg)))
  }

  private static let exif = {
    var picture = SampleTIFF()
    picture.add(0x010E, text: "by EXIF")
    return picture.encoded()
  }()
  private static let xmp = SampleMetadata.packet(
    """
    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">by XMP</rdf:li></rdf:Alt></dc:description>\
    <dc:subject><rdf:Bag><rdf:li>X</rdf:li></rdf:Bag></dc:subject>
    """)
  private static let iptc = SampleMetadata.press([
    (120, Array("by IPTC".utf8)), (25, Array("I".utf8)), (25, Array("P".utf8)),
  ])

  @Test(arguments: [
    (true, true, true, "by EXIF", ["X"]), (false, true, true, "by XMP", ["X"]),
    (false, false, true, "by IPTC", ["I", "P"]), (true, false, true, "by EXIF", ["I", "P"]),
  ])
  func `EXIF takes precedence over XMP, and XMP over IPTC`(
    hasExif: Bool, hasXMP: Bool, hasIPTC: Bool, caption: String, keywords: [String]
  ) throws {
    let read = try Self.read(
      SampleMetadata(
        exif: hasExif ? Self.exif : nil, xmp: hasXMP ? Self.xmp : nil,
        iptc: hasIPTC ? Self.iptc : nil))
    #expect(read.caption == caption && read.keywords == keywords)
  }

  @Test(arguments: [(true, "by XMP"), (false, "by IPTC")])
  func `IPTC takes precedence over XMP if its digest differs`(isSame: Bool, caption: String) throws
  {
    var digest = Self.digest(of: Self.iptc)
    if !isSame { digest[3] ^= 1 }
    let read = try Self.read(SampleMetadata(xmp: Self.xmp, iptc: Self.iptc, digest: digest))
    #expect(read.caption == caption)
  }

  private static func digest(of bytes: [UInt8]) -> [UInt8] {
    let digits = Array(MD5.hexDigits(of: bytes).utf8).map { $0.hexValue ?? 0 }
    return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test func `Windows' own tags have the lowest precedence`() throws {
    var picture = SampleTIFF()
    picture.add(0x4746, shorts: 3)
    picture.add(
      0x9C9B, bytes: Array("Title".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + [0, 0])
    picture.add(0x9C9E, bytes: Array("a;b".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    let alone = try Self.read(SampleMetadata(exif: picture.encoded()))
    #expect(alone.rating == 3 && alone.title == "Title" && alone.keywords == ["a", "b"])
    let both = try Self.read(
      SampleMetadata(exif: picture.encoded(), xmp: SampleMetadata.packet(SampleMetadata.wordsOfXMP))
    )
    #expect(both.rating == 4 && both.title == "Lake" && both.keywords == ["lake", "Alpen & See"])
  }

  @Test(
    arguments: [
      ("-1", -1), ("5", 5), ("3.6", 4), ("99", 5), ("-7", -1), ("x", nil), ("nan", nil), ("", nil),
    ] as [(String, Int?)])
  func `a rating is limited to -1 to 5`(text: String, rating: Int?) {
    let packet = SampleMetadata.packet("", attributes: "xmp:Rating=\"\(text)\"")
    #expect(XMPReader(packet[...]).metadata.rating == rating)
  }

  @Test(
    arguments: [(0, 0), (1, 1), (25, 2), (50, 3), (75, 4), (99, 5), (100, 5), (101, nil)]
      as [(Int, Int?)])
  func `ratings of Windows in percent are converted to stars`(percent: Int, rating: Int?) {
    let packet = SampleMetadata.packet("<MicrosoftPhoto:Rating>\(percent)</MicrosoftPhoto:Rating>")
    #expect(XMPReader(packet[...]).metadata.rating == rating)
  }

  @Test func `EXIF properties in XMP are read without EXIF`() {
    let packet = SampleMetadata.packet(
      """
      <exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>
      """,
      attributes: """
        exif:ExposureTime="1/60" exif:FNumber="4" exif:FocalLength="35/1" tiff:Model="X100" \
        aux:Lens="23.0 mm" exif:GPSLatitude="48,11.918S" exif:GPSLongitude="16,22,0E" \
        exif:DateTimeOriginal="2024-05-17T14:03:59.5-09:30"
        """)
    let read = XMPReader(packet[...]).metadata
    #expect(read.exposureTime == Fraction(1, 60) && read.aperture == 4 && read.focalLength == 35)
    #expect(read.iso == 200 && read.model == "X100" && read.lens == "23.0 mm")
    #expect(read.captureDate?.iso8601 == "2024-05-17T14:03:59.5-09:30")
    #expect(read.position?.address == "geo:-48.198633,16.366667")
  }

  @Test(
    arguments: [
      ("2024-05-17T14:03:59Z", "2024-05-17T14:03:59+00:00"), ("2024-05-17", "2024-05-17"),
      ("2024-05-17T14:03", "2024-05-17T14:03:00"),
      ("2024-05-17T14:03+02:00", "2024-05-17T14:03:00+02:00"),
      ("2024-05", "2024-05"), ("2024", "2024"), ("", nil), ("2024-13-01", nil),
      ("2024-05-17T25:00", nil),
      ("x-y-z", nil), ("2024-05-17Tnoon", "2024-05-17"),
    ] as [(String, String?)])
  func `dates of XMP are parsed as far as they are known`(text: String, expected: String?) {
    let packet = SampleMetadata.packet("", attributes: "photoshop:DateCreated=\"\(text)\"")
    #expect(XMPReader(packet[...]).metadata.captureDate?.iso8601 == expected)
  }

  @Test(
    arguments: [
      ("20240517", "140359+0200", "2024-05-17T14:03:59+02:00"),
      ("20240517", "140359", "2024-05-17T14:03:59"), ("20240517", nil, "2024-05-17"),
      ("00000000", "000000", nil), ("20240000", "000000", "2024"), ("20240517", "14", "2024-05-17"),
    ] as [(String, String?, String?)])
  func `dates of IPTC are parsed as far as they are known`(
    day: String, time: String?, expected: String?
  ) {
    let entries =
      [(UInt8(55), Array(day.utf8))] + (time.map { [(UInt8(60), Array($0.utf8))] } ?? [])
    let block = SampleMetadata.press(entries.map { (number: $0.0, text: $0.1) })
    #expect(IPTCReader(block[...]).metadata.captureDate?.iso8601 == expected)
  }

  @Test func `texts of IPTC are decoded as UTF-8 or Latin-1`() {
    for text in [Array("Jürgen".utf8), [0x4A, 0xFC, 0x72, 0x67, 0x65, 0x6E]] {
      let block = SampleMetadata.press([(120, text)])
      #expect(IPTCReader(block[...]).metadata.caption == "Jürgen")
    }
  }

  @Test(
    arguments: [
      ([(24, 1), (70, 1), (28, 10), (4, 1)], "24-70 mm f/2.8-4"),
      ([(50, 1), (50, 1), (18, 10), (18, 10)], "50 mm f/1.8"),
      ([(24, 1), (70, 1), (0, 0), (0, 0)], "24-70 mm"), ([(0, 0), (0, 0), (0, 0), (0, 0)], nil),
      ([(50, 1)], nil), ([], nil),
    ] as [([(Int, Int)], String?)])
  func `a lens without a name is named by its focal lengths and apertures`(
    parts: [(Int, Int)], name: String?
  ) {
    #expect(LensNumbers(parts.map { Fraction($0.0, $0.1) })?.text == name)
  }

  @Test(arguments: [true, false])
  func `XMP in UTF-16 is read`(isBigEndian: Bool) {
    let text = String(decoding: SampleMetadata.packet(SampleMetadata.wordsOfXMP), as: UTF8.self)
    let packet = "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    #expect(XMPReader(packet[...]).metadata.title == "Lake")
  }
}
