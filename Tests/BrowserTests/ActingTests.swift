import Base
import Catalogs
import FileActions
import Glibc
import TestSupport
import Testing

@testable import Browser
@testable import Photos

/// What keys do to the files of photos, as the screen shows it.
@MainActor
struct ActingTests {
  private let home = TemporaryFolder()

  /// A browser over photos of a folder, where the trash is as well.
  private func stage(_ keys: KeyScript, columns: Int = 90) async -> BrowserStage {
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"] { home.file(name) }
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map(home.name), columns: columns, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private var photos: [String] { home.names(in: ".").filter { $0.hasSuffix(".jpg") } }

  private func listed(_ stage: BrowserStage) -> [String] {
    stage.grid.arrangement.photos.map(\.photo.name.lossyText)
  }

  @Test func `trashed photos leave the grid, and undo brings them back`() async {
    let stage = await stage("lD", columns: 63)
    #expect(
      stage.text == """
         aaaaaaaaaaaaaaaaaaa ▐ccccccccccccccccccc▌ ddddddddddddddddddd
         aaaaaaaaaaaaaaaaaaa ▐ccccccccccccccccccc▌ ddddddddddddddddddd
         aaaaaaaaaaaaaaaaaaa ▐ccccccccccccccccccc▌ ddddddddddddddddddd
                a.jpg        ▐       c.jpg       ▌        d.jpg
         2/3  b.jpg moved to the trash, u undoes
        """)
    #expect(photos == ["a.jpg", "c.jpg", "d.jpg"])
    #expect(home.names(in: "data/Trash/files") == ["b.jpg"])
    await type("u", stage)
    #expect(stage.statusLine == " 2/4  b.jpg brought back, Ctrl-r removes it again")
    #expect(listed(stage) == photos)
    #expect(photos.count == 4)
  }

  @Test(
    arguments: [
      ("D", " 1/3  a.jpg moved to the trash, u undoes", ["b.jpg", "c.jpg", "d.jpg"]),
      ("GD", " 3/3  d.jpg moved to the trash, u undoes", ["a.jpg", "b.jpg", "c.jpg"]),
      ("m2lmlD", " 2/2  2 photos moved to the trash, u undoes", ["b.jpg", "d.jpg"]),
      ("<C-a>D", " no photos  4 photos moved to the trash, u undoes", []),
      (
        "<C-a>Du", " 1/4  4 photos brought back, Ctrl-r removes them again",
        ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
      ),
      (
        "DD2u", " 1/4  a.jpg brought back, Ctrl-r removes it again",
        ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
      ),
      ("Du<C-r>", " 1/3  a.jpg moved to the trash, u undoes", ["b.jpg", "c.jpg", "d.jpg"]),
      ("u", " 1/4  there is nothing to undo", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
      ("<C-r>", " 1/4  there is nothing to do again", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
      ("l<Enter>D", " 2/3  b.jpg moved to the trash, u undoes", ["a.jpg", "c.jpg", "d.jpg"]),
      ("fb<Enter>Df<C-u><Enter>", " 1/3", ["a.jpg", "c.jpg", "d.jpg"]),
    ] as [(KeyScript, String, [String])])
  func `each key does what it says`(keys: KeyScript, line: String, left: [String]) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.hasPrefix(line))
    #expect(listed(stage) == left)
    #expect(photos == left)
    #expect(stage.grid.marks.count == 0)
  }

  @Test func `what cannot be done is said, and the others are done all the same`() async {
    let stage = await stage("<C-a>", columns: 130)
    for name in ["b.jpg", "d.jpg"] { unlink(home.name(name)) }
    await type("D", stage)
    #expect(
      stage.statusLine
        == " 1/2  2 photos moved to the trash, u undoes; b.jpg is not there any more (and 1 more)")
    #expect(listed(stage) == ["b.jpg", "d.jpg"])
    let deed = "2 photos moved to the trash, u undoes; b.jpg is not there any more (and 1 more)"
    #expect(
      stage.logged.all == [
        "warning action trashing: \(deed)", "warning action d.jpg is not there any more",
      ])
    home.file("a.jpg")
    await type("u", stage)
    #expect(
      stage.statusLine
        == " 2/3  c.jpg brought back, Ctrl-r removes it again; something else is called a.jpg already; u tries again"
    )
    #expect(photos == ["a.jpg", "c.jpg"])
    #expect(home.names(in: "data/Trash/files") == ["a.jpg"])
  }

  @Test func `photos leave the grid before their files do`() async {
    let stage = await stage("")
    stage.type("D")
    #expect(listed(stage) == ["b.jpg", "c.jpg", "d.jpg"])
    await type("D", stage)
    #expect(photos == ["c.jpg", "d.jpg"])
  }

  @Test func `photos that went stay away when their catalog speaks again`() async {
    let stage = await stage("D")
    stage.grid.show(stage.grid.amendments.latest)
    #expect(listed(stage) == ["b.jpg", "c.jpg", "d.jpg"])
    await type("u", stage)
    #expect(listed(stage) == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  @Test(
    arguments: [
      ("y", " 1/4  the path of a.jpg sent to the clipboard", ["a.jpg"]),
      ("lmlm<Enter>y", " 3/4 ✓  2 paths sent to the clipboard", ["b.jpg", "c.jpg"]),
      ("<C-a>y", " 1/4 ✓  these are more paths than a clipboard takes", []),
    ] as [(KeyScript, String, [String])])
  func `paths are copied`(keys: KeyScript, line: String, names: [String]) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.hasPrefix(line))
    #expect(stage.copied.paths == names.map(home.name))
  }

  @Test(
    arguments: [
      ("D", " 1/1  what is on the web cannot be moved to the trash"),
      ("y", " 1/1  what is on the web has no path"),
    ] as [(KeyScript, String)])
  func `photos on the web have no files`(keys: KeyScript, line: String) async {
    let stage = await stage("")
    stage.grid.show(
      CatalogSnapshot(
        photos: [Photo](
          feed:
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","image":"https://a.example/a.jpg"}]}"#
        )))
    await type(keys, stage)
    #expect(stage.statusLine.hasPrefix(line))
  }

  @Test func `where there is no trash that is said`() async {
    let stage = BrowserStage(["a.jpg"], columns: 63, rows: 5)
    stage.type("D")
    #expect(stage.statusLine == " 1/1  nothing can be done to files here")
  }

  @Test(
    arguments: [
      (":copy DIR", "a.jpg copied to DIR", ["a.jpg"], 4),
      (":move DIR", "a.jpg moved to DIR, u undoes", ["a.jpg"], 3),
      ("m2m:move DIR", "2 photos moved to DIR, u undoes", ["a.jpg", "b.jpg"], 2),
      ("m2m:copy DIR", "2 photos copied to DIR", ["a.jpg", "b.jpg"], 4),
    ])
  func `photos are copied and moved into a folder`(
    keys: String, sentence: String, moved: [String], left: Int
  ) async {
    home.folder("picks")
    let folder = home.name("picks")
    let line = keys.replacing("2m", with: "lm").replacing("DIR", with: folder)
    let stage = await stage(KeyScript(stringLiteral: "\(line)<Enter>"), columns: 200)
    #expect(stage.statusLine.contains(sentence.replacing("DIR", with: folder)))
    #expect(home.names(in: "picks") == moved)
    #expect(photos.count == left && listed(stage).count == left)
    await type("u", stage)
    #expect(photos.count == 4 && listed(stage).count == 4)
    #expect(home.names(in: "picks") == (left == 4 ? moved : []))
  }

  @Test func `what is not moved comes back into the grid`() async {
    let stage = await stage(KeyScript(stringLiteral: ":move \(home.name("a.jpg"))/x<Enter>"))
    #expect(listed(stage) == photos && photos.count == 4)
    #expect(stage.statusLine.contains("a.jpg/x"))
  }

  @Test(arguments: ["move", "copy"])
  func `a folder that is missing is made where somebody wants that`(
    verb: String
  ) async {
    let folder = home.name("x/y")
    let keys = KeyScript(stringLiteral: "mlm:\(verb) \(folder)<Enter>")
    let stage = await stage(keys, columns: 200)
    #expect(stage.text.contains(" create \(folder)? y/n: "))
    #expect(listed(stage).count == 4 && stage.grid.marks.count == 2)
    await type("n<Enter>", stage)
    #expect(stage.statusLine.contains("no folder was created, and nothing was done"))
    #expect(!home.names(in: ".").contains("x") && photos.count == 4)
    #expect(listed(stage).count == 4 && stage.grid.marks.count == 2)
    await type(KeyScript(stringLiteral: ":\(verb) \(folder)<Enter>"), stage)
    await type("y<Enter>", stage)
    #expect(home.names(in: "x/y") == ["a.jpg", "b.jpg"])
    #expect(photos.count == (verb == "move" ? 2 : 4))
    await type("u", stage)
    #expect(photos.count == 4)
  }

  @Test(arguments: ["~", "~/picks"]) func `without a home folder nothing is made of its sign`(
    folder: String
  ) async {
    let stage = await stage(KeyScript(stringLiteral: ":move \(folder)<Enter>"))
    #expect(
      stage.statusLine.contains("~ means nothing here, since HOME is not the path of a folder"))
    #expect(photos.count == 4)
  }

  @Test func `a folder that cannot be made is said`() async {
    _ = home.write([], as: "file")
    home.link("nowhere", to: "missing/folder")
    let stage = await stage(
      KeyScript(stringLiteral: ":move \(home.name("nowhere/x"))<Enter>"), columns: 260)
    await type("y<Enter>", stage)
    #expect(stage.statusLine.contains("nowhere/x could not be created: no such file"))
    #expect(listed(stage).count == 4 && photos.count == 4)
  }

  @Test func `R opens the line with the name, and Enter renames`() async {
    let stage = await stage("R")
    #expect(stage.text.contains(": rename a.jpg"))
    await type("<C-w>z.jpg<Enter>", stage)
    #expect(stage.statusLine.hasSuffix("a.jpg is now z.jpg, u undoes"))
    #expect(photos == ["b.jpg", "c.jpg", "d.jpg", "z.jpg"])
    await type("u", stage)
    #expect(stage.statusLine.hasSuffix("a.jpg has its name again, Ctrl-r renames it"))
    await type("<C-r>", stage)
    #expect(photos == ["b.jpg", "c.jpg", "d.jpg", "z.jpg"])
  }

  @Test(
    arguments: [
      (":move<Enter>", "type a folder behind it: :move ~/picks"),
      (":copy<Enter>", "type a folder behind it: :copy ~/picks"), (":rename b.jpg<Enter>", "b.jpg"),
      (":rename x/y.jpg<Enter>", "x/y.jpg"),
    ] as [(KeyScript, String)])
  func `what cannot be done is told, and every photo stays`(keys: KeyScript, words: String) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.contains(words))
    #expect(photos == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }
}
