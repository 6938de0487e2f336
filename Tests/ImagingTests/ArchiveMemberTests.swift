import Imaging
import Testing

@Suite("Archives and their members")
struct ArchiveMemberTests {
  @Test(arguments: [
    ("a.zip", true), ("A.ZIP", true), ("comic.cbz", true), ("x.tar", true), ("x.tar.gz", true),
    ("x.tgz", true), ("x.tar.zst", true), ("x.7z", true), ("x.rar", true), ("x.cbr", true),
    ("a.jpg", false), ("zip", false), (".zip", true), ("x.gz", false), ("notes.txt.gz", false),
    ("a.zip.jpg", false), ("", false), ("a.zipper", false), ("tar.gz", false),
  ])
  func `archives are recognised by their names`(name: String, isArchive: Bool) {
    #expect(ArchiveName.matches(Array(name.utf8)) == isArchive)
  }

  @Test(
    arguments: [
      ("a.jpg", "a.jpg"), ("d/a.jpg", "d/a.jpg"), ("./a.jpg", "a.jpg"), ("/etc/a.jpg", "etc/a.jpg"),
      ("../../a.jpg", "a.jpg"), ("d/../e//a.jpg", "d/e/a.jpg"), ("..", nil), ("/", nil), ("", nil),
      ("d/", nil), ("a\u{0}b.jpg", nil), ("\u{1B}[2J.jpg", "\u{1B}[2J.jpg"),
    ] as [(String, String?)])
  func `no path of a member leads out of its archive`(name: String, path: String?) {
    let member = ArchiveMember(index: 3, name: Array(name.utf8), byteCount: 5, modified: 7)
    #expect(member?.path == path.map { Array($0.utf8) })
  }

  @Test func `a member's name has a limit`() {
    let fitting = Array(repeating: UInt8(ascii: "a"), count: ArchiveMember.nameLimit)
    #expect(ArchiveMember(index: 0, name: fitting, byteCount: nil, modified: 0) != nil)
    #expect(ArchiveMember(index: 0, name: fitting + [0x61], byteCount: nil, modified: 0) == nil)
  }
}
