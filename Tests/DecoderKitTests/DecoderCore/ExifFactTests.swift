import Base
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import TestSupport
import Testing

@Suite("Capture date and camera in EXIF") struct ExifFactTests {
  private static func date(millisecond: Int = 0, utcOffset: Int? = nil) -> CaptureDate? {
    CaptureDate(
      year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: 59, millisecond: millisecond,
      utcOffset: utcOffset)
  }

  private static let dates: [(String, String, String, CaptureDate?)] = [
    ("2024:05:17 14:03:59", "", "", date()),
    ("2024:05:17 14:03:59", "07", "+02:00", date(millisecond: 70, utcOffset: 120)),
    ("2024:05:17 14:03:59", "123456", "-09:30", date(millisecond: 123, utcOffset: -570)),
    ("2024-05-17T14:03:59", "x", "Z", date(utcOffset: 0)),
    ("2024:05:17 14:03:59", "5  ", "+14:01", date(millisecond: 500)),
    ("    :  :     :  :  ", "", "", nil), ("0000:00:00 00:00:00", "", "", nil), ("", "", "", nil),
    ("2024:05:32 14:03:59", "", "", nil),
    (
      "2024:05:17 14:03:59.25+01:00", "5", "+02:00",
      date(millisecond: 500, utcOffset: 120)
    ),
    ("2024:05:17 14:03:59.25+01:00", "", " ", date(millisecond: 250, utcOffset: 60)),
  ]

  @Test(arguments: dates)
  func `dates are parsed as cameras write them, blank ones are missing`(
    text: String, fraction: String, offset: String, expected: CaptureDate?
  ) {
    #expect(CaptureDate(text: text, fraction: fraction, offset: offset) == expected)
  }

  @Test(arguments: [
    ("NIKON CORPORATION", "NIKON D70", "NIKON D70"), ("SONY", "ILCE-7M3", "SONY ILCE-7M3"),
    ("Canon", "Canon EOS 40D", "Canon EOS 40D"),
    ("EASTMAN KODAK COMPANY", "KODAK DX4330", "KODAK DX4330"),
    ("OLYMPUS  ", "  E-M1   Mark II ", "OLYMPUS E-M1 Mark II"), ("", "Pixel 8", "Pixel 8"),
    ("Apple", "", "Apple"), (" ", "", nil), ("", "", nil),
  ])
  func `the name of a camera contains its maker once`(make: String, model: String, name: String?) {
    #expect(CameraName(make: make, model: model).text == name)
  }

  /// A block with a camera, and with texts by tag in the directory of the photo.
  private static func block(_ texts: [Int: String]) -> [UInt8] {
    var photo = SampleTIFF(isBigEndian: true)
    for (tag, text) in texts.sorted(by: { $0.key < $1.key }) { photo.add(tag, text: text) }
    var block = SampleTIFF(isBigEndian: true)
    block.add(0x010F, text: "NIKON CORPORATION")
    block.add(0x0110, text: "NIKON D70")
    block.add(0x0112, shorts: 6)
    block.add(0x8769, directories: [photo])
    return Array("Exif\0\0".utf8) + block.encoded()
  }

  private static let whole = block([
    0x9003: "2024:05:17 14:03:59", 0x9291: "5", 0x9011: "+02:00", 0x9004: "1999:01:01 00:00:00",
  ])

  @Test func `capture date and camera are read from JPEG and PNG`() throws {
    let photo = SamplePictures.fields(PixelSize(width: 240, height: 160))
    let jpeg = SampleJPEG.insert(Self.whole, into: SampleJPEG.encode(photo))
    let plain = SamplePNG.encode(photo)
    let chunk = SamplePNG.chunk("eXIf", Array(Self.whole.dropFirst(6)))
    let png = Array(plain.prefix(33) + chunk + plain.dropFirst(33))
    for file in [jpeg, png] {
      let info = try PictureDecoder(box: PixelSize(width: 50, height: 50)).decode(file).info
      #expect(info.captureDate == Self.date(millisecond: 500, utcOffset: 120))
      #expect(info.camera == "NIKON D70" && info.orientation == .rightTop)
    }
  }

  @Test(arguments: ["    :  :     :  :  ", "0000:00:00 00:00:00"])
  func `if the original date is blank the digitised date is used`(blank: String) {
    let block = ExifBlock(
      Self.block([0x9003: blank, 0x9004: "2024:05:17 14:03:59", 0x9292: "5"])[...])
    #expect(block.captureDate == Self.date(millisecond: 500))
  }

  @Test(arguments: [nil, "    :  :     :  :  ", "0000:00:00 00:00:00"] as [String?])
  func `without a capture date the date of the last change is used`(blank: String?) {
    var block = SampleTIFF(isBigEndian: true)
    block.add(0x0132, text: "2024:05:17 14:03:59")
    var photo = SampleTIFF(isBigEndian: true)
    if let blank { photo.add(0x9003, text: blank) }
    photo.add(0x9290, text: "5")
    block.add(0x8769, directories: [photo])
    #expect(ExifBlock(block.encoded()[...]).captureDate == Self.date(millisecond: 500))
  }

  @Test func `a truncated or damaged EXIF block does not crash the reader`() {
    for count in 0..<Self.whole.count {
      _ = ExifBlock(Self.whole[..<count])
    }
    var generator = SplitMix64(seed: 13)
    for _ in 0..<2000 {
      var bytes = Self.whole
      for _ in 0..<3 {
        bytes[.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      _ = ExifBlock(bytes[...])
    }
  }
}
