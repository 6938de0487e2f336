import Base
import Catalogs
import Testing

@Suite("Messages for folders without photos")
struct EmptyFolderMessageTests {
  private static let home = ByteString("/home/ann/")

  private func sentences(_ folders: EmptyFolder..., command: String = "photocell") -> [String] {
    EmptyFolderMessage(folders, home: Self.home, command: command).sentences
  }

  private func folder(
    _ path: String, _ count: Int = 0, isRecursive: Bool = false, isEmpty: Bool = false
  ) -> EmptyFolder {
    EmptyFolder(
      path: ByteString(path), subfolderCount: count, isRecursive: isRecursive, isEmpty: isEmpty)
  }

  @Test func `the message counts subfolders and suggests -r`() {
    #expect(
      sentences(folder("/home/ann/Pictures", 2)) == [
        "No photos in ~/Pictures itself, but 2 subfolders.",
        "photocell -r ~/Pictures shows their photos.",
      ])
    #expect(
      sentences(folder("x", 1), command: "photocell sheet") == [
        "No photos in x itself, but 1 subfolder.", "photocell sheet -r x shows its photos.",
      ])
  }

  @Test(arguments: [
    (0, 1, false, "itself, but 1 archive. Archives are read if they are named."),
    (
      1, 2, false,
      "itself, but 1 subfolder and 2 archives. photocell export -r x shows its photos."
    ),
    (3, 2, true, "itself, but 2 archives. Archives are read if they are named."),
  ])
  func `archives are counted apart from subfolders, and not found by -r`(
    folders: Int, archives: Int, isRecursive: Bool, expected: String
  ) {
    let folder = EmptyFolder(
      path: ByteString("x"), subfolderCount: folders, archiveCount: archives,
      isRecursive: isRecursive)
    let lines = EmptyFolderMessage([folder], home: nil, command: "photocell export").lines
    #expect(lines == ["no photos in x \(expected)"])
  }

  @Test(arguments: [".", "./", ".//"])
  func `the working folder is described without its path`(path: String) {
    #expect(
      sentences(folder(path, 3)) == [
        "No photos in this folder itself, but 3 subfolders.",
        "photocell -r shows their photos.",
      ])
  }

  @Test func `no suggestion is made without unread subfolders`() {
    #expect(
      sentences(folder("/srv/x", isEmpty: true)) == ["No photos in /srv/x: the folder is empty."])
    #expect(sentences(folder("/srv/x")) == ["No photos in /srv/x."])
    #expect(
      sentences(folder("/home/ann", 4, isRecursive: true))
        == ["No photos in ~ or its subfolders."])
    #expect(sentences() == [])
  }

  @Test func `each of several folders is described; the suggestion is made once`() {
    #expect(
      sentences(folder("a", 1), folder("b", isEmpty: true), folder("c", 2)) == [
        "No photos in a itself, but 1 subfolder.", "No photos in b: the folder is empty.",
        "No photos in c itself, but 2 subfolders.", "photocell -r shows their photos.",
      ])
  }

  @Test func `lines begin in lower case and the last one contains the suggestion`() {
    let folders = [folder("a", 1), folder("b", isEmpty: true)]
    let words = EmptyFolderMessage(folders, home: nil, command: "photocell sheet")
    #expect(
      words.lines == [
        "no photos in a itself, but 1 subfolder.",
        "no photos in b: the folder is empty. photocell sheet -r a shows its photos.",
      ])
    #expect(EmptyFolderMessage([], home: nil).lines == [])
  }

  @Test(arguments: ["-x", "caf\u{E9}", "a\u{1B}b"])
  func `an unprintable or option-like name is left out of the suggested command`(name: String) {
    let path = ByteString(name.unicodeScalars.map { UInt8($0.value) })
    #expect(
      EmptyFolderMessage([EmptyFolder(path: path, subfolderCount: 1)], home: nil).sentences.last
        == "photocell -r shows its photos.")
  }

  @Test(arguments: [
    ("/home/ann/a b", "~/a b", "~/'a b'"), ("/home/anna/x", "/home/anna/x", "/home/anna/x"),
    ("/home/ann/it's", "~/it's", #"~/'it'\''s'"#), ("/home/ann", "~", "~"),
    ("/home/ann/", "~/", "~/"), ("a;b", "a;b", "'a;b'"), ("~", "~", "'~'"),
    ("/home/ann/été", "~/été", "~/été"), ("", "", "''"), ("$(x)", "$(x)", "'$(x)'"),
  ])
  func `a path is abbreviated with ~ and quoted for the shell`(
    path: String, text: String, word: String
  ) {
    let path = HomePath(ByteString(path), home: Self.home)
    #expect(path.description == text)
    #expect(path.shellWord == word)
  }

  @Test(arguments: [nil, "", "/"])
  func `without a home folder a path is not abbreviated`(home: String?) {
    let path = HomePath(ByteString("/srv/x"), home: home.map { ByteString($0) })
    #expect(path.description == "/srv/x")
  }
}
