import Base
import FileActions
import Glibc
import TestSupport
import Testing

struct NameListTests {
  @Test func `every name is decoded as it was encoded`() throws {
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

  @Test(arguments: [
    "a#b.jpg", "#a.jpg", "## a.jpg", "a\t# b.jpg", "\t## a.jpg", "a # b", "a\t\t#", " ", "a\\t# b",
  ])
  func `a name is not taken for a comment, and comments are no part of names`(name: String) throws {
    let names = [ByteString(name), ByteString("b")]
    for comment in ["", "2026-08-22 08:50 ILCE-7M4", "#", "## x", "a\nb\t# c\r"] {
      let text = NameList.text(of: names, comments: [comment, comment])
      #expect(text.count { $0 == UInt8(ascii: "\n") } == 2)
      #expect(try NameList.names(in: text, count: 2) == names)
      let body = NameList.head(["a\nb", "# c"]) + text
      #expect(try NameList.names(in: body, count: 2) == names)
      #expect(NameList.withoutHead(body) == text)
    }
  }

  @Test(
    arguments: [
      ("a\r\nb\r\n", nil), ("a\r\nb", nil), ("\u{FEFF}a\nb\n", nil),
      ("\u{FEFF}a\r\nb\r\n\r\n", nil),
      ("a\nb\n", nil), ("a\nb", nil), ("a\nb\n\n\n", nil),
      ("x\t## y\r\na\t \t# c\r\nb\t#\r\n", nil), ("\u{FEFF}\t## x\na\nb\n", nil),
      ("\t## x\na\n\t# c\n", .noName(line: 2)), ("\nb\n", .noName(line: 1)),
      ("a\n", NameListError.count(lines: 1, photos: 2)), ("", .count(lines: 0, photos: 2)),
      ("a\nb\nc\n", .count(lines: 3, photos: 2)), ("a\nb\\q\n", .badEscape(line: 2)),
      ("a\\\nb\n", .badEscape(line: 1)), ("a\\x4\nb\n", .badEscape(line: 1)),
    ] as [(String, NameListError?)])
  func `a wrong number of lines or escape is an error; line ends and a BOM are not`(
    text: String, error: NameListError?
  ) throws {
    do throws(NameListError) {
      #expect(
        try NameList.names(in: Array(text.utf8), count: 2) == [ByteString("a"), ByteString("b")])
      #expect(error == nil)
    } catch let found {
      #expect(found == error)
    }
  }

  @Test func `the list is readable by its user only, and changed lines become renames`() throws {
    let home = TemporaryFolder()
    let list = NameListFile(in: home.path, for: [ByteString("x/a.jpg"), ByteString("b.jpg")])
    try list.write()
    var status = stat()
    #expect(stat(list.path.lossyText, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try list.renames(in: list.read()) == [])
    let name = try #require(home.names(in: ".").first)
    _ = home.write(Array("a.jpg\nc.jpg\n".utf8), as: name)
    #expect(
      try list.renames(in: list.read()) == [
        FileRename(ByteString("b.jpg"), to: ByteString("c.jpg"))
      ])
    list.remove()
    #expect(home.names(in: ".") == [])
    #expect(throws: NameListError.unreadable(SystemError(ENOENT))) {
      try list.renames(in: list.read())
    }
  }

  @Test func `a list that was refused is opened again with the reasons`() throws {
    let home = TemporaryFolder()
    var list = NameListFile(in: home.path, for: [ByteString("a.jpg"), ByteString("b.jpg")])
    list.comments = ["2026-08-22 08:50", ""]
    try list.write()
    let first = try #require(home.names(in: ".").first)
    #expect(
      home.text(of: first) == """
        \t## One name a line, in the order of the photos. A tab and # begin a comment, which is \
        ignored.
        \t## Save the list unchanged to rename nothing.
        a.jpg\t# 2026-08-22 08:50
        b.jpg

        """)
    _ = home.write(Array("\t## mine\nc.jpg\t# 2026-08-22 08:50\n\n".utf8), as: first)
    let text = try list.read()
    #expect(throws: NameListError.noName(line: 2)) { try list.renames(in: text) }
    let again = try #require(list.refusing(text, for: .noName(line: 2)))
    try again.write()
    let second = try #require(home.names(in: ".").first)
    #expect(home.names(in: ".") == [second] && first != second)
    #expect(
      home.text(of: second) == """
        \t## Not renamed: the name in line 5 is empty
        \t## Nothing was renamed yet. Save the list unchanged or empty to cancel.
        \t## One name a line, in the order of the photos. A tab and # begin a comment, which is \
        ignored.
        c.jpg\t# 2026-08-22 08:50


        """)
    #expect(try again.read() == again.refused)
    // A message about it counts the comment lines too.
    #expect(again.located(.noName(line: 2)) == .noName(line: 5))
  }

  @Test func `a list that cannot be written again is still there`() throws {
    let home = TemporaryFolder()
    home.folder("f")
    let list = NameListFile(in: home.name("f"), for: [ByteString("a.jpg")])
    try list.write()
    let again = try #require(list.refusing(list.read(), for: ["no"]))
    home.rename("f", to: "g")
    let error = NameListError.unwritable(SystemError(ENOENT), edits: FileName(list.path))
    #expect(throws: error) { try again.write() }
    #expect(home.names(in: "g").count == 1)
  }

  @Test func `an editor that only makes mistakes is not started for ever`() {
    var list: NameListFile? = NameListFile(in: "/f", for: [])
    var tries = 0
    while let next = list?.refusing([], for: ["no"]), tries < 1_000 {
      (list, tries) = (next, tries + 1)
    }
    #expect(tries == 10)
  }

  @Test func `erased photos are erased with their sidecars`() {
    let album = Album("a.jpg", "a.jpg.xmp", "b.jpg", "b.xmp", "c.jpg")
    let erased = album.actions.erase(["a.jpg", "b.jpg", "x.jpg"].map(album.path))
    #expect(erased.photos == ["a.jpg", "b.jpg"].map(album.path))
    #expect(erased.failures == [.gone(FileName(ByteString("x.jpg")))])
    #expect(album.names() == ["c.jpg"])
    #expect(album.trashed == [])
  }
}

extension TemporaryFolder {
  fileprivate func text(of name: String) -> String {
    String(decoding: bytes(of: name), as: UTF8.self)
  }
}
