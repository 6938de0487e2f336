import FileActions
import Imaging
import Photos
import Testing

struct OrientationFieldTests {
  /// A TIFF whose first directory has an orientation after another tag.
  private static func tiff(
    _ orientation: UInt8, isBigEndian: Bool, type: UInt8 = 3, count: UInt8 = 1
  ) -> [UInt8] {
    let (head, two, four): ([UInt8], (UInt8) -> [UInt8], (UInt8) -> [UInt8]) =
      isBigEndian
      ? (Array("MM\0*".utf8), { [0, $0] }, { [0, 0, 0, $0] })
      : (Array("II*\0".utf8), { [$0, 0] }, { [$0, 0, 0, 0] })
    let tag: (UInt8) -> [UInt8] = { isBigEndian ? [1, $0] : [$0, 1] }
    return head + four(8) + two(2)
      + tag(0x00) + two(4) + four(1) + four(9)
      + tag(0x12) + two(type) + four(count) + two(orientation) + two(0) + four(0)
  }

  private static func jpeg(_ segments: [(UInt8, [UInt8])]) -> [UInt8] {
    let body = segments.flatMap { code, content -> [UInt8] in
      [0xFF, code, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }
    return [0xFF, 0xD8] + body + [0xFF, 0xDA, 0, 2]
  }

  private static let exif = Array("Exif\0\0".utf8)

  @Test(arguments: [false, true], 1...8)
  func `the two bytes of an orientation are found and patched`(isBigEndian: Bool, number: Int)
    throws
  {
    let tiff = Self.tiff(UInt8(number), isBigEndian: isBigEndian)
    let files = [
      tiff, Self.jpeg([(0xE1, Self.exif + tiff)]),
      Self.jpeg([(0xE0, [1, 2, 3]), (0xE1, Array("http".utf8)), (0xE1, Self.exif + tiff)]),
    ]
    for file in files {
      let field = try #require(OrientationField(in: file))
      #expect(field.orientation.rawValue == number)
      guard case .patch(let offset, let before, let after) = field.change(turning: .rightTop) else {
        Issue.record("no patch")
        continue
      }
      #expect(offset == field.offset && Array(file[offset..<offset + 2]) == before)
      let turned = Array(file[..<offset] + after + file[(offset + 2)...])
      let again = try #require(OrientationField(in: turned))
      #expect(again.orientation == field.orientation.followed(by: .rightTop))
      #expect(again.orientation.followed(by: .leftBottom) == field.orientation)
    }
  }

  @Test(
    arguments: [
      [], [0xFF, 0xD8], jpeg([]), jpeg([(0xE1, exif)]),
      jpeg([(0xE1, exif + tiff(0, isBigEndian: false))]),
      jpeg([(0xE1, exif + tiff(9, isBigEndian: true))]),
      // Of another type, or several values: the value is stored elsewhere.
      tiff(6, isBigEndian: false, type: 4), tiff(6, isBigEndian: true, count: 3),
      Array(jpeg([(0xE1, exif + tiff(6, isBigEndian: true))]).dropLast(12)),
      Array("\u{89}PNG\r\n\u{1A}\n".utf8), Array("GIF89a".utf8),
    ] as [[UInt8]])
  func `an orientation that cannot be patched safely is not found`(file: [UInt8]) {
    #expect(OrientationField(in: file) == nil)
  }
}
