import Base
import Catalogs
import TestSupport
import Testing

struct PhotoListReaderTests {
  @Test func `each line is a path, an address or an error`() {
    let list = [
      "\u{FEFF}a.jpg", " b c.jpg ", "", "http://host/x y", "javascript:alert(1)", "JavaScript:x",
      "data:image/png;base64,AAAA", "file:///etc/passwd", "ftp://host/x", "foo://bar",
      "  https://user:secret@host/p", "http://bücher.example/", "http://host/%0d%0aX: y",
      "http://ho st/", "http://[", "12:30.jpg", "a:b.jpg", "./http://x", "-rf", "-",
    ]
    let expected = [
      "1 a.jpg", "2  b c.jpg ", "4 <http://host/x%20y>", "5 only http and https are supported",
      "6 only http and https are supported", "7 only http and https are supported",
      "8 only http and https are supported", "9 only http and https are supported",
      "10 only http and https are supported", "11 <https://host/p>",
      "12 <http://bücher.example/>", "13 <http://host/%0d%0aX:%20y>",
      "14 the address has no valid host", "15 the address has no valid host", "16 12:30.jpg",
      "17 a:b.jpg", "18 ./http://x", "19 -rf", "20 -",
    ]
    #expect(entries(of: list.joined(separator: "\n")) == expected)
    #expect(entries(of: list.joined(separator: "\r\n")) == expected)
    #expect(entries(of: list.joined(separator: "\r")) == expected)
    #expect(entries(of: list.joined(separator: "\n") + "\n") == expected)
  }

  @Test func `with zero separators line ends are part of an entry`() {
    let list = "a\nb.jpg\0\0http://host/\0http://host/a\r\nHost: b\0c.jpg"
    #expect(
      entries(of: list, separator: .zero) == [
        "1 a\nb.jpg", "3 <http://host/>", "4 the address contains a control character", "5 c.jpg",
      ])
  }

  @Test(arguments: [
    "a\nb\n\nc", "a\r\rb\r\n\nc\r", "\r\n\r\n\n\ra", "\u{FEFF}http://x/\r\ny", "\n",
  ])
  func `entries do not depend on how the bytes are split`(list: String) {
    let whole = entries(of: list)
    let bytes = Array(list.utf8)
    for cut in 0...bytes.count {
      var reader = PhotoListReader(separator: .lineEnd)
      let first = reader.read(bytes[..<cut]) + reader.read([])
      #expect((first + reader.read(bytes[cut...]) + reader.finish()).map(text) == whole)
    }
    var reader = PhotoListReader(separator: .lineEnd)
    let single = bytes.flatMap { reader.read([$0]) }
    #expect((single + reader.finish()).map(text) == whole)
  }

  @Test func `an entry is returned as soon as its end is read`() {
    var reader = PhotoListReader(separator: .lineEnd)
    #expect(reader.read(bytes("a.jpg\nb")).map(text) == ["1 a.jpg"])
    #expect(reader.read(bytes(".jpg")).isEmpty)
    #expect(reader.read(bytes("\r")).map(text) == ["2 b.jpg"])
    #expect(reader.read(bytes("\n")).isEmpty)
    #expect(reader.read(bytes("c\n")).map(text) == ["3 c"])
    #expect(reader.finish().isEmpty)
  }

  @Test func `a line of a megabyte is one error`() {
    var reader = PhotoListReader(separator: .lineEnd)
    var found = reader.read(bytes("a\n"))
    let kilobyte = [UInt8](repeating: 0x61, count: 1_024)[...]
    for _ in 0..<1_024 { found += reader.read(kilobyte) }
    found += reader.read(bytes("\nb")) + reader.finish()
    #expect(found.map(text) == ["1 a", "2 the entry is longer than 65536 bytes", "3 b"])
  }

  @Test func `an entry may be as long as the limit`() {
    let path = String(repeating: "a", count: PhotoListReader.entryLimit)
    #expect(entries(of: path + "\n" + path + "a") == ["1 \(path)", "2 \(FeedError.longEntry)"])
  }

  @Test func `a zero byte in a line is an error of its own`() {
    #expect(entries(of: "a\0b\nc") == ["1 \(FeedError.zeroByte)", "2 c"])
  }

  @Test func `a path need not be UTF-8`() {
    var reader = PhotoListReader(separator: .lineEnd)
    let found = reader.read([0xFF, 0xFE, 0x41, 0x0A])
    #expect(found.map(\.place) == [.success(.path([0xFF, 0xFE, 0x41]))])
  }

  @Test func `random bytes give entries with ascending, unique line numbers`() {
    var random = SplitMix64(seed: 48)
    let pieces: [[UInt8]] = ["\r", "\n", "\0", "http:", "//", "@", "[", "x", "\u{FEFF}", ":"]
      .map { Array($0.utf8) }
    for _ in 0..<10_000 {
      let bytes = (0..<Int.random(in: 0..<30, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      for separator in [ListSeparator.zero, .lineEnd] {
        var reader = PhotoListReader(separator: separator)
        let lines = (reader.read(bytes[...]) + reader.finish()).map(\.line)
        #expect(lines == lines.sorted() && Set(lines).count == lines.count)
      }
    }
  }

  private func entries(of list: String, separator: ListSeparator = .lineEnd) -> [String] {
    var reader = PhotoListReader(separator: separator)
    return (reader.read(bytes(list)) + reader.finish()).map(text)
  }

  private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  private func text(of entry: PhotoListEntry) -> String {
    switch entry.place {
    case .success(.path(let path)): "\(entry.line) \(String(decoding: path, as: UTF8.self))"
    case .success(.address(let address)): "\(entry.line) <\(address)>"
    case .failure(let error): "\(entry.line) \(error)"
    }
  }
}
