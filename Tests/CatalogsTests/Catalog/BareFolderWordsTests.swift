import Base
import Catalogs
import Testing

@Suite("What is said where there are no photos")
struct BareFolderWordsTests {
  private static let home = ByteString("/home/ann/")

  private func sentences(_ folders: BareFolder..., command: String = "photocell") -> [String] {
    BareFolderWords(folders, home: Self.home, command: command).sentences
  }

  private func folder(
    _ path: String, _ count: Int = 0, isRecursive: Bool = false, isEmpty: Bool = false
  ) -> BareFolder {
    BareFolder(
      path: ByteString(path), subfolderCount: count, isRecursive: isRecursive, isEmpty: isEmpty)
  }

  @Test func `folders inside are counted, and told how to see`() {
    #expect(
      sentences(folder("/home/ann/Pictures", 2)) == [
        "No photos in ~/Pictures itself, but 2 folders inside.",
        "photocell -r ~/Pictures shows what is in them.",
      ])
    #expect(
      sentences(folder("x", 1), command: "photocell sheet") == [
        "No photos in x itself, but 1 folder inside.", "photocell sheet -r x shows what is in it.",
      ])
  }

  @Test(arguments: [".", "./", ".//"])
  func `the working folder needs no name`(path: String) {
    #expect(
      sentences(folder(path, 3)) == [
        "No photos in this folder itself, but 3 folders inside.",
        "photocell -r shows what is in them.",
      ])
  }

  @Test func `where there is nothing deeper there is nothing to advise`() {
    #expect(
      sentences(folder("/srv/x", isEmpty: true)) == ["No photos in /srv/x: the folder is empty."])
    #expect(sentences(folder("/srv/x")) == ["No photos in /srv/x."])
    #expect(
      sentences(folder("/home/ann", 4, isRecursive: true))
        == ["No photos in ~, nor in the folders inside."])
    #expect(sentences() == [])
  }

  @Test func `of several folders each is told of, and what holds for all once`() {
    #expect(
      sentences(folder("a", 1), folder("b", isEmpty: true), folder("c", 2)) == [
        "No photos in a itself, but 1 folder inside.", "No photos in b: the folder is empty.",
        "No photos in c itself, but 2 folders inside.", "With -r photocell shows what is in them.",
      ])
  }

  @Test func `behind a program's name what is advised stands in the last line`() {
    let folders = [folder("a", 1), folder("b", isEmpty: true)]
    let words = BareFolderWords(folders, home: nil, command: "photocell sheet")
    #expect(
      words.lines == [
        "no photos in a itself, but 1 folder inside.",
        "no photos in b: the folder is empty. photocell sheet -r a shows what is in it.",
      ])
    #expect(BareFolderWords([], home: nil).lines == [])
  }

  @Test(arguments: ["-x", "caf\u{E9}", "a\u{1B}b"])
  func `a name that is no text or would be an option stands in no command`(name: String) {
    let path = ByteString(name.unicodeScalars.map { UInt8($0.value) })
    #expect(
      BareFolderWords([BareFolder(path: path, subfolderCount: 1)], home: nil).sentences.last
        == "With -r photocell shows what is in it.")
  }

  @Test(arguments: [
    ("/home/ann/a b", "~/a b", "~/'a b'"), ("/home/anna/x", "/home/anna/x", "/home/anna/x"),
    ("/home/ann/it's", "~/it's", #"~/'it'\''s'"#), ("/home/ann", "~", "~"),
    ("/home/ann/", "~/", "~/"), ("a;b", "a;b", "'a;b'"), ("~", "~", "'~'"),
    ("/home/ann/été", "~/été", "~/été"), ("", "", "''"), ("$(x)", "$(x)", "'$(x)'"),
  ])
  func `a path is written as people and shells write it`(
    path: String, text: String, word: String
  ) {
    let path = HomePath(ByteString(path), home: Self.home)
    #expect(path.description == text)
    #expect(path.shellWord == word)
  }

  @Test(arguments: [nil, "", "/"])
  func `without a home folder nothing is shortened`(home: String?) {
    let path = HomePath(ByteString("/srv/x"), home: home.map { ByteString($0) })
    #expect(path.description == "/srv/x")
  }
}
