import Base
import FileActions
import Glibc
import TestSupport
import Testing

struct NameListTests {
  @Test func `every name comes back as it was`() throws {
    var random = SplitMix64(seed: 1)
    var names = [
      "a.jpg", "a b", "é", "\\n", "a\\", "x\ny", "\u{7f}\u{1b}[2J", "👨‍👩‍👧.jpg", "a\r",
      "\u{FEFF}a\u{FEFF}",
    ].map {
      ByteString($0)
    }
    names += (0..<500).map { _ in
      ByteString(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          UInt8.random(in: 1...255, using: &random)
        })
    }
    let text = NameList.text(of: names)
    #expect(String(validating: text, as: UTF8.self) != nil)
    #expect(text.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x0A })
    #expect(try NameList.names(in: text, count: names.count) == names)
  }

  @Test(
    arguments: [
      ("a\r\nb\r\n", nil), ("a\r\nb", nil), ("\u{FEFF}a\nb\n", nil),
      ("\u{FEFF}a\r\nb\r\n\r\n", nil),
      ("a\nb\n", nil), ("a\nb", nil), ("a\nb\n\n\n", nil),
      ("a\n", NameListError.count(lines: 1, photos: 2)), ("", .count(lines: 0, photos: 2)),
      ("a\nb\nc\n", .count(lines: 3, photos: 2)), ("a\nb\\q\n", .badEscape(line: 2)),
      ("a\\\nb\n", .badEscape(line: 1)), ("a\\x4\nb\n", .badEscape(line: 1)),
    ] as [(String, NameListError?)])
  func `what is wrong is found`(text: String, error: NameListError?) throws {
    do throws(NameListError) {
      #expect(
        try NameList.names(in: Array(text.utf8), count: 2) == [ByteString("a"), ByteString("b")])
      #expect(error == nil)
    } catch let found {
      #expect(found == error)
    }
  }

  @Test func `nobody else can read the list`() throws {
    let home = TemporaryFolder()
    let list = NameListFile(in: home.path, for: [ByteString("x/a.jpg"), ByteString("b.jpg")])
    try list.write()
    var status = stat()
    #expect(stat(list.path.lossyText, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try list.renames() == [])
    let name = try #require(home.names(in: ".").first)
    _ = home.write(Array("a.jpg\nc.jpg\n".utf8), as: name)
    #expect(try list.renames() == [FileRename(ByteString("b.jpg"), to: ByteString("c.jpg"))])
    list.remove()
    #expect(home.names(in: ".") == [])
    #expect(throws: NameListError.unreadable(SystemError(ENOENT))) { try list.renames() }
  }

  @Test func `erased photos take their sidecars along`() {
    let album = Album("a.jpg", "a.jpg.xmp", "b.jpg", "b.xmp", "c.jpg")
    let erased = album.actions.erase(["a.jpg", "b.jpg", "x.jpg"].map(album.path))
    #expect(erased.photos == ["a.jpg", "b.jpg"].map(album.path))
    #expect(erased.failures == [.gone(FileName(ByteString("x.jpg")))])
    #expect(album.names() == ["c.jpg"])
    #expect(album.trashed == [])
  }
}
