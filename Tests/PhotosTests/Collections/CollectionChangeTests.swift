import Base
import Catalogs
import FileActions
import Photos
import TestSupport
import Testing

@Suite("Changing collections", .timeLimit(.minutes(30)))
struct CollectionChangeTests {
  private let home = TemporaryFolder()
  private let actions = FileActions(trash: Trash(dataHome: nil))
  private var folder: CollectionFolder { CollectionFolder(path: ByteString(home.name("lists"))) }

  private func change(
    _ paths: [String], isAddition: Bool = true
  ) -> ActionResult {
    CollectionChange(
      paths.map { ByteString($0) }, in: ByteString("best"), of: folder, isAddition: isAddition
    ).written(by: actions)
  }

  private var text: String { String(decoding: home.bytes(of: "lists/best.list"), as: UTF8.self) }

  private func list(_ text: String) {
    home.folder("lists")
    _ = home.write(Array(text.utf8), as: "lists/best.list")
  }

  @Test(
    arguments: [
      ("", ["/p/a.jpg", "/p/b.jpg"], "/p/a.jpg\n/p/b.jpg\n", 0),
      ("/p/b.jpg", ["/p/a.jpg"], "/p/b.jpg\n/p/a.jpg\n", 0),
      ("/p/b.jpg\n", ["/p/b.jpg", "/p/a.jpg"], "/p/b.jpg\n/p/a.jpg\n", 1),
      (
        "# Best\r\n/p/b.jpg\r\n\r\n", ["/p/b.jpg", "/p/a.jpg"],
        "# Best\r\n/p/b.jpg\r\n\r\n/p/a.jpg\n", 1
      ),
      ("/p/a.jpg", ["/p/a.jpg"], "/p/a.jpg", 1), ("", ["/p/a.jpg", "/p/a.jpg"], "/p/a.jpg\n", 1),
    ] as [(String, [String], String, Int)])
  func `photos are added at the end, once`(
    before: String, photos: [String], after: String, presentCount: Int
  ) {
    list(before)
    let result = change(photos)
    #expect(text == after && result.failures.isEmpty && result.presentCount == presentCount)
  }

  @Test(
    arguments: [
      ("/p/a.jpg\n/p/b.jpg\n", ["/p/a.jpg"], "/p/b.jpg\n"),
      ("/p/a.jpg\r\n# x\r\n/p/b.jpg\r\n", ["/p/a.jpg"], "# x\r\n/p/b.jpg\r\n"),
      ("/p/a.jpg\n/p/a.jpg", ["/p/a.jpg"], "\n"),
      ("a.jpg\n/p/b.jpg\n", ["LISTS/a.jpg"], "/p/b.jpg\n"),
      ("/p/x/../a.jpg\n/p//a.jpg\n/p/b.jpg\n", ["/p/a.jpg"], "/p/b.jpg\n"),
      ("\u{FEFF}/p/a.jpg\n/p/b.jpg\n", ["/p/a.jpg"], "/p/b.jpg\n"),
      ("/p/a.jpg", ["/p/c.jpg"], "/p/a.jpg"), ("#/p/a.jpg\n", ["/p/a.jpg"], "#/p/a.jpg\n"),
    ] as [(String, [String], String)])
  func `dropping removes the lines of photos, and no other`(
    before: String, photos: [String], after: String
  ) {
    list(before)
    let result = change(
      photos.map { $0.replacing("LISTS", with: home.name("lists")) }, isAddition: false)
    #expect(text == after && result.failures.isEmpty)
  }

  @Test(
    arguments: [
      ("", ["https://h/a.jpg"], "https://h/a.jpg\n"),
      (
        "https://h/a.jpg\n", ["HTTPS://H/a.jpg#feed", "https://h/b.jpg"],
        "https://h/a.jpg\nhttps://h/b.jpg\n"
      ),
      ("https://h/a.jpg#feed\n", ["https://h/a.jpg"], "https://h/a.jpg#feed\n"),
    ] as [(String, [String], String)])
  func `addresses are added once, and dropped whatever follows them`(
    before: String, lines: [String], after: String
  ) {
    list(before)
    #expect(change(lines).failures.isEmpty)
    #expect(text == after)
    #expect(change(lines, isAddition: false).failures.isEmpty)
    #expect(text.split(separator: "\n").isEmpty)
  }

  @Test func `photos that were found are listed under their new paths, the others as before`() {
    list("# Best\n/p/a.jpg\r\nhttps://h/x.jpg\n/p/b.jpg\n")
    let paths = ["/p/a.jpg": "/q/c.jpg", "/p/b.jpg": "/q/a\nb.jpg", "/p/x.jpg": "/q/x.jpg"]
    let change = CollectionChange(
      Dictionary(uniqueKeysWithValues: paths.map { (ByteString($0), ByteString($1)) }),
      in: ByteString("best"), of: folder)
    #expect(change.written(by: actions).failures.isEmpty)
    #expect(text == "# Best\n/q/c.jpg\nhttps://h/x.jpg\n/p/b.jpg\n")
  }

  @Test func `the first addition creates folder and list, and undo removes the list`() {
    var journal = ActionJournal()
    journal.record(change(["/p/a.jpg"]).step)
    #expect(text == "/p/a.jpg\n")
    #expect(journal.undo(by: actions)?.failures == [])
    #expect(home.names(in: "lists") == [])
    #expect(journal.redo(by: actions)?.failures == [])
    #expect(text == "/p/a.jpg\n")
  }

  @Test func `undo refuses a list that another program has changed`() {
    list("/p/a.jpg\n")
    var journal = ActionJournal()
    journal.record(change(["/p/b.jpg"]).step)
    _ = home.write(Array("/p/a.jpg\n/p/b.jpg\n/p/c.jpg\n".utf8), as: "lists/best.list")
    #expect(journal.undo(by: actions)?.failures.count == 1)
    #expect(text == "/p/a.jpg\n/p/b.jpg\n/p/c.jpg\n")
  }

  @Test func `two programs that add at once lose nothing`() async {
    list("# Best\n")
    let (folder, actions) = (folder, actions)
    let added = await withTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          let change = CollectionChange(
            [ByteString("/p/\(number).jpg")], in: ByteString("best"), of: folder, isAddition: true)
          return change.written(by: actions).failures.isEmpty ? change.photos : []
        }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1.map { "\($0)" }) }
    }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "# Best" && Set(lines).count == lines.count)
    #expect(Set(lines.dropFirst()) == added)
  }

  @Test func `a path with a line end is refused, and the others are added`() {
    let result = change(["/p/a\n.jpg", "/p/b.jpg"])
    #expect(text == "/p/b.jpg\n")
    #expect(
      result.failures.map(\.description) == [
        "a\n.jpg has a line end in its path and was left alone"
      ])
  }

  @Test(arguments: ["fifo", "folder"])
  func `a list that is no file is left alone`(kind: String) {
    home.folder("lists")
    kind == "fifo" ? home.fifo("lists/best.list") : home.folder("lists/best.list")
    #expect(change(["/p/a.jpg"]).failures.map(\.description) == ["best.list is not a file"])
  }

  @Test func `a list that would be too large to be read is left alone`() {
    let folder = String(repeating: "/year", count: 780)
    let paths = (0..<5_000).map { "\(folder)/\($0).jpg" }
    #expect(change(paths).failures.count == 1)
    #expect(home.names(in: "lists") == [])
  }

  @Test func `a list that is no file does not concern photos that move`() {
    home.folder("lists")
    home.folder("lists/best.list")
    for name in ["a.jpg", "a.cr2"] { home.file(name) }
    _ = home.write(Array("\(home.path)/a.cr2\n".utf8), as: "lists/raw.list")
    home.folder("sub")
    let moved = actions.joining(pairs: true).move(
      [home.entry("a.jpg")], into: ByteString(home.name("sub")))
    #expect(
      folder.follow(moved.step, isUndo: false, in: ByteString("/"), by: actions).isEmpty)
    #expect(
      String(decoding: home.bytes(of: "lists/raw.list"), as: UTF8.self)
        == "\(home.path)/sub/a.cr2\n")
  }

  @Test func `collections follow renamed and moved photos, and back when that is undone`() {
    list("# Best\n\(home.path)/a.jpg\n/p/x.jpg\n\(home.path)/b.jpg\n")
    let before = text
    for name in ["a.jpg", "b.jpg"] { home.file(name) }
    home.folder("sub")
    let moved = actions.move(
      ["a.jpg", "b.jpg"].map(home.entry), into: ByteString(home.name("sub")))
    func follow(isUndo: Bool) -> [FileActionError] {
      folder.follow(moved.step, isUndo: isUndo, in: ByteString("/"), by: actions)
    }
    #expect(follow(isUndo: false).isEmpty)
    #expect(text == "# Best\n\(home.path)/sub/a.jpg\n/p/x.jpg\n\(home.path)/sub/b.jpg\n")
    #expect(follow(isUndo: true).isEmpty)
    #expect(text == before)
  }
}
