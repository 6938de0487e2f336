import Base
import FileActions
import Testing

struct FileNameRuleTests {
  @Test(arguments: [
    ("a.jpg", "a_1.jpg"), ("a", "a_1"), (".a", ".a_1"), ("a.tar.gz", "a.tar_1.gz"), ("a.", "a_1."),
    (
      "It was. A long sentence without an extension",
      "It was. A long sentence without an extension_1"
    ),
  ])
  func `a number is inserted before the extension`(name: String, numbered: String) {
    #expect(FileNameRule.name(ByteString(name), number: 1) == ByteString(numbered))
  }

  @Test func `a name that is too long loses whole characters at the end of its stem`() {
    let long = ByteString(String(repeating: "ä", count: 126) + ".jp")
    #expect(long.bytes.count == 255)
    #expect(
      FileNameRule.name(long, number: 12)
        == ByteString(String(repeating: "ä", count: 124) + "_12.jp"))
    #expect(FileNameRule.name(long, number: nil) == long)
    let bytes = ByteString([UInt8](repeating: 0xFF, count: 255))
    #expect(FileNameRule.name(bytes, number: 1).bytes.count == 255)
  }

  @Test(arguments: [
    ("", NameProblem.isEmpty), (".", .isFolder), ("..", .isFolder), ("a/b", .hasSlash),
    ("a\0b", .hasZero),
    (String(repeating: "a", count: 256), .isTooLong), (String(repeating: "a", count: 255), nil),
    ("...", nil),
    ("a\nb", nil),
  ])
  func `an invalid file name is found with its problem`(name: String, problem: NameProblem?) {
    #expect(NameProblem(of: ByteString(name)) == problem)
  }

  @Test(arguments: [
    ("a", ".", "a"), ("/a", "/", "a"), ("a/b", "a", "b"), ("/a/b.jpg", "/a", "b.jpg"),
    ("./a", ".", "a"),
  ])
  func `a path splits into folder and name`(path: String, folder: String, name: String) {
    #expect(ByteString(path).folderPath == ByteString(folder))
    #expect(ByteString(path).lastName == ByteString(name))
  }
}
