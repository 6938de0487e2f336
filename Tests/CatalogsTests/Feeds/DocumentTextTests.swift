import Base
import Testing

@testable import Catalogs

struct DocumentTextTests {
  private static let latin = "<?xml version='1.0' encoding='ISO-8859-1'?>"

  /// A title in bytes, as a feed that a server sends with a charset has it.
  @Test(
    arguments: [
      ("", [0xC3, 0xA9], nil, "é"),
      ("", [0xE9], nil, "é"),
      ("", [0xE9], "utf-8", "\u{FFFD}"),
      ("", [0xE9], "iso-8859-1", "é"),
      ("", [0xC3, 0xA9], "iso-8859-1", "Ã©"),
      ("", [0xC3, 0xA9], "koi8-r", "é"), ("", [0xE9], "koi8-r", nil),
      ("", [0x41], "koi8-r", "A"),
      (latin, [0xE9, 0x80], nil, "é€"),
      (latin, [0xC3, 0xA9], "utf-8", "é"),
      (latin, [0xE9], "UTF-8", "é"),
      ("<?xml version='1.0' encoding='utf-8'?>", [0xC3, 0xA9], "ISO-8859-1", "é"),
      ("<?xml version='1.0' encoding='utf-8'?>", [0x41, 0xC3], nil, "A\u{FFFD}"),
      ("\n<?xml version='1.0' encoding=\"windows-1252\" ?>", [0x93, 0x41, 0x94], nil, "“A”"),
      ("<?xml version='1.0' encoding='ISO-8859-15'?>", [0xA4, 0xBD], nil, "€œ"),
      ("<?xml version='1.0' encoding='utf-16'?>", [0xC3, 0xA9], nil, "é"),
      ("<?xml version='1.0' encoding='gb2312'?>", [0xC4, 0xE3], nil, nil),
    ] as [(String, [UInt8], String?, String?)])
  func `a title is decoded by the declared or sent charset`(
    declaration: String, title: [UInt8], charset: String?, expected: String?
  ) throws {
    let document =
      Array("\(declaration)<rss><channel><item><title>".utf8) + title
      + Array("</title><enclosure url='http://h/a.jpg'/></item></channel></rss>".utf8)
    let type = charset.map { "text/xml; charset=\"\($0)\"" }
    let reader = FeedReader(origin: .file, contentType: type)
    guard let expected else {
      #expect(throws: FeedError.xml(.otherEncoding, TextPosition(of: 0, in: []))) {
        try reader.read(document)
      }
      return
    }
    let read = try reader.read(document).entries.first?.title?.bytes
    #expect(read.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is detected by its BOM or its first character`(isLittle: Bool, hasMark: Bool) throws
  {
    let text =
      "<rss><channel><item><title>é😀</title><enclosure url='http://h/a.jpg'/></item></channel></rss>"
    let units = Array(((hasMark ? "\u{FEFF}" : "") + text).utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? pair : pair.reversed()
    }
    let page = try FeedReader(origin: .file).read(bytes)
    #expect(page.entries.map(\.title?.bytes) == [Array("é😀".utf8)])
    // Half a unit at the end is an invalid character.
    #expect(throws: FeedError.self) { try FeedReader(origin: .file).read(bytes + [0x3C]) }
  }

  @Test func `JSON is read as UTF-8 unless it has a BOM`() throws {
    let reader = FeedReader(origin: .file, contentType: "application/json; charset=utf-8")
    #expect(throws: FeedError.self) {
      try reader.read(Array("[\"".utf8) + [0xE9] + Array("\"]".utf8))
    }
    #expect(try reader.read([0xFF, 0xFE, 0x5B, 0, 0x5D, 0]).entries.isEmpty)
  }

  @Test(arguments: [
    ("text/xml; charset=UTF-8", "UTF-8"), ("text/xml;Charset = 'latin1' ; x=y", "latin1"),
    ("text/xml", nil), ("", nil), (";;charset", nil), ("text/xml; x=charset=y", nil),
  ])
  func `the charset of a media type is parsed`(type: String, charset: String?) {
    let found = DocumentText.charset(of: type.utf8)
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == charset)
  }
}
