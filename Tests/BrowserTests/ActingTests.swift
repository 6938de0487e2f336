import Base
import Browser
import Catalogs
import FileActions
import Glibc
import TestSupport
import Testing

@testable import Photos

/// File actions by keys, as the screen shows them.
@MainActor
struct ActingTests {
  private let home = TemporaryFolder()

  /// A browser over photos of a folder that contains the trash as well.
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

  @Test func `trashed photos leave the grid, and undo restores them`() async {
    let stage = await stage("lD", columns: 63)
    #expect(
      stage.text == """
         aaaaaaaaaaaaaaaaaaa ╭ccccccccccccccccccc╮ ddddddddddddddddddd
         aaaaaaaaaaaaaaaaaaa │ccccccccccccccccccc│ ddddddddddddddddddd
         aaaaaaaaaaaaaaaaaaa ╰ccccccccccccccccccc╯ ddddddddddddddddddd
                a.jpg                c.jpg                d.jpg
         2/3  ✓ b.jpg trashed – u to undo   Enter open  ? keys  q quit
        """)
    #expect(photos == ["a.jpg", "c.jpg", "d.jpg"])
    #expect(home.names(in: "data/Trash/files") == ["b.jpg"])
    await type("u", stage)
    #expect(stage.statusLine == " 2/4  ✓ b.jpg restored (Ctrl-r redo)")
    #expect(listed(stage) == photos)
    #expect(photos.count == 4)
  }

  @Test(
    arguments: [
      ("D", " 1/3  ✓ a.jpg trashed – u to undo", ["b.jpg", "c.jpg", "d.jpg"]),
      ("GD", " 3/3  ✓ d.jpg trashed – u to undo", ["a.jpg", "b.jpg", "c.jpg"]),
      ("m2lmlD", " 2/2  ✓ 2 photos trashed – u to undo", ["b.jpg", "d.jpg"]),
      ("<C-a>D", " no photos  ✓ 4 photos trashed – u to undo", []),
      (
        "<C-a>Du", " 1/4  ✓ 4 photos restored (Ctrl-r redo)",
        ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
      ),
      (
        "DD2u", " 1/4  ✓ a.jpg restored (Ctrl-r redo)",
        ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
      ),
      ("Du<C-r>", " 1/3  ✓ a.jpg trashed – u to undo", ["b.jpg", "c.jpg", "d.jpg"]),
      ("u", " 1/4  ! Nothing to undo", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
      ("<C-r>", " 1/4  ! Nothing to redo", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
      ("l<Enter>D", " 2/3  ✓ b.jpg trashed – u to undo", ["a.jpg", "c.jpg", "d.jpg"]),
      ("fb<Enter>Df<C-u><Enter>", " 1/3", ["a.jpg", "c.jpg", "d.jpg"]),
    ] as [(KeyScript, String, [String])])
  func `trash, undo and redo keys change files, grid and status line`(
    keys: KeyScript, line: String, left: [String]
  ) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.hasPrefix(line))
    #expect(listed(stage) == left)
    #expect(photos == left)
    #expect(stage.grid.marks.count == 0)
  }

  @Test func `in the viewer the photo shown is trashed, and marked ones stay`() async {
    let stage = await stage("mllm<Enter>hD")
    #expect(stage.statusLine.contains("b.jpg trashed – u to undo"))
    #expect(photos == ["a.jpg", "c.jpg", "d.jpg"])
    #expect(stage.grid.marks.count == 2)
  }

  @Test func `files that fail are reported, and the others are trashed and restored`() async {
    let stage = await stage("<C-a>", columns: 130)
    for name in ["b.jpg", "d.jpg"] { unlink(home.name(name)) }
    await type("D", stage)
    #expect(
      stage.statusLine
        == " 1/2  ! 2 photos trashed – u to undo; b.jpg no longer exists (and 1 more)")
    #expect(listed(stage) == ["b.jpg", "d.jpg"])
    let deed = "2 photos trashed – u to undo; b.jpg no longer exists (and 1 more)"
    #expect(
      stage.logged.all == [
        "warning action trashing: \(deed)", "warning action d.jpg no longer exists",
      ])
    home.file("a.jpg")
    await type("u", stage)
    #expect(
      stage.statusLine
        == " 2/3  ! c.jpg restored (Ctrl-r redo); a.jpg already exists; u to retry"
    )
    #expect(photos == ["a.jpg", "c.jpg"])
    #expect(home.names(in: "data/Trash/files") == ["a.jpg"])
  }

  @Test func `photos leave the grid before their files are trashed`() async {
    let stage = await stage("")
    stage.type("D")
    #expect(listed(stage) == ["b.jpg", "c.jpg", "d.jpg"])
    await type("D", stage)
    #expect(photos == ["c.jpg", "d.jpg"])
  }

  @Test func `trashed photos stay out of the grid when their catalog reports again`() async {
    let stage = await stage("D")
    stage.grid.show(stage.grid.amendments.latest)
    #expect(listed(stage) == ["b.jpg", "c.jpg", "d.jpg"])
    await type("u", stage)
    #expect(listed(stage) == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  @Test(
    arguments: [
      ("y", " 1/4  ✓ Path copied", ["a.jpg"]),
      ("lmlm<Enter>y", " 3/4 ✓  ✓ Path copied", ["c.jpg"]),
      ("<C-a>y", " 1/4 ✓  ✗ Too many paths for the clipboard", []),
    ] as [(KeyScript, String, [String])])
  func `y copies paths to the clipboard, up to its limit`(
    keys: KeyScript, line: String, names: [String]
  ) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.hasPrefix(line))
    #expect(stage.copied.paths == names.map(home.name))
  }

  @Test(
    arguments: [
      ("D", " 1/1  ! Photos on the web cannot be trashed"),
      ("y", " 1/1  ! Photos on the web have no path"),
    ] as [(KeyScript, String)])
  func `photos on the web can neither be trashed nor copied as paths`(keys: KeyScript, line: String)
    async
  {
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

  @Test func `without file actions D shows a message`() async {
    let stage = BrowserStage(["a.jpg"], columns: 63, rows: 5)
    stage.type("D")
    #expect(stage.statusLine == " 1/1  ! Files cannot be changed here")
  }

  @Test(
    arguments: [
      (":copy DIR", "a.jpg copied to DIR – u to undo", ["a.jpg"], 4),
      (":move DIR", "a.jpg moved to DIR – u to undo", ["a.jpg"], 3),
      ("m2m:move DIR", "2 photos moved to DIR – u to undo", ["a.jpg", "b.jpg"], 2),
      ("m2m:copy DIR", "2 photos copied to DIR – u to undo", ["a.jpg", "b.jpg"], 4),
    ])
  func `:copy and :move put photos into a folder, with undo and redo`(
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
    #expect(home.names(in: "picks") == [])
    await type("<C-r>", stage)
    #expect(home.names(in: "picks") == moved)
  }

  @Test func `the same photo is copied only once, another one under a new name`() async {
    home.folder("picks")
    let folder = home.name("picks")
    let copy = KeyScript(stringLiteral: ":copy \(folder)<Enter>")
    let stage = await stage(copy, columns: 200)
    await type(copy, stage)
    #expect(stage.statusLine.contains("1 photo is there already"))
    #expect(home.names(in: "picks") == ["a.jpg"])
    _ = home.write(Array("another".utf8), as: "picks/a.jpg")
    await type(copy, stage)
    #expect(stage.statusLine.contains("1 photo copied to \(folder) as a_1.jpg – u to undo"))
    #expect(home.names(in: "picks") == ["a.jpg", "a_1.jpg"])
  }

  @Test func `a photo moved under a new name says so`() async {
    home.folder("picks")
    _ = home.write(Array("another".utf8), as: "picks/a.jpg")
    let folder = home.name("picks")
    let stage = await stage(KeyScript(stringLiteral: ":move \(folder)<Enter>"), columns: 200)
    #expect(stage.statusLine.contains("a.jpg moved to \(folder) as a_1.jpg – u to undo"))
    #expect(home.names(in: "picks") == ["a.jpg", "a_1.jpg"])
  }

  @Test(
    arguments: [
      ("u", "n", "Undo trashing 1 photo in DIR? y/n:", "Cancelled", 3),
      ("u", "y", "Undo trashing 1 photo in DIR? y/n:", "b.jpg restored", 4),
      ("u<C-r>", "y", "Redo trashing 1 photo in DIR? y/n:", "b.jpg trashed", 3),
    ] as [(KeyScript, String, String, String, Int)])
  func `undo and redo ask before they change photos of a folder that is not shown`(
    keys: KeyScript, answer: String, question: String, message: String, count: Int
  ) async {
    let stage = await stage("lD")
    if keys.keys.count > 1 { await type("u", stage) }
    home.folder("other")
    var other = CatalogSnapshot(photos: [])
    let folder = Descriptor(taking: open(home.name("other"), O_RDONLY))
    other.directories[ByteString(home.name("other/"))] = DirectoryIdentity(of: folder)
    stage.grid.show(other)
    stage.type(keys.keys.count > 1 ? "<C-r>" : "u")
    #expect(stage.text.contains(question.replacing("DIR", with: home.path)))
    await type(KeyScript(stringLiteral: answer + "<Enter>"), stage)
    #expect(stage.statusLine.contains(message))
    #expect(photos.count == count)
  }

  @Test func `undo does not ask in a folder whose path is spelled in another way`() async {
    let stage = await stage("lD")
    var same = CatalogSnapshot(photos: [])
    let folder = Descriptor(taking: open(home.path, O_RDONLY))
    same.directories[ByteString(home.name("other/.././"))] = DirectoryIdentity(of: folder)
    stage.grid.show(same)
    await type("u", stage)
    #expect(stage.statusLine.contains("b.jpg restored") && photos.count == 4)
  }

  @Test func `undo selects the photo that comes back`() async {
    let stage = await stage("lDGu")
    #expect(stage.statusLine.hasPrefix(" 2/4  ✓ b.jpg restored"))
  }

  @Test func `a photo whose move fails returns to the grid`() async {
    let stage = await stage(KeyScript(stringLiteral: ":move \(home.name("a.jpg"))/x<Enter>"))
    #expect(listed(stage) == photos && photos.count == 4)
    #expect(stage.statusLine.contains("a.jpg/x"))
  }

  @Test(arguments: ["move", "copy"])
  func `a missing target folder is created after y, and not after n`(
    verb: String
  ) async {
    let folder = home.name("x/y")
    let keys = KeyScript(stringLiteral: "mlm:\(verb) \(folder)<Enter>")
    let stage = await stage(keys, columns: 200)
    #expect(stage.text.contains(" \(folder) does not exist. Create it for 2 photos? y/n: "))
    #expect(listed(stage).count == 4 && stage.grid.marks.count == 2)
    await type("n<Enter>", stage)
    #expect(stage.statusLine.contains("Cancelled"))
    #expect(!home.names(in: ".").contains("x") && photos.count == 4)
    #expect(listed(stage).count == 4 && stage.grid.marks.count == 2)
    await type(KeyScript(stringLiteral: ":\(verb) \(folder)<Enter>"), stage)
    await type("y<Enter>", stage)
    #expect(home.names(in: "x/y") == ["a.jpg", "b.jpg"])
    #expect(photos.count == (verb == "move" ? 2 : 4))
    await type("u", stage)
    #expect(photos.count == 4)
  }

  @Test(arguments: ["~", "~/picks"]) func `a target with ~ is refused if HOME is not set`(
    folder: String
  ) async {
    let stage = await stage(KeyScript(stringLiteral: ":move \(folder)<Enter>"))
    #expect(
      stage.statusLine.contains("HOME is not set to a folder; write the path without ~"))
    #expect(photos.count == 4)
  }

  @Test func `a folder that cannot be created is reported, and nothing is moved`() async {
    _ = home.write([], as: "file")
    home.link("nowhere", to: "missing/folder")
    let stage = await stage(
      KeyScript(stringLiteral: ":move \(home.name("nowhere/x"))<Enter>"), columns: 260)
    await type("y<Enter>", stage)
    #expect(stage.statusLine.contains("nowhere/x could not be created: no such file"))
    #expect(listed(stage).count == 4 && photos.count == 4)
  }

  @Test func `R opens the command line with the name, and Enter renames`() async {
    let stage = await stage("R")
    #expect(stage.text.contains(": rename a.jpg"))
    await type("<C-u>z<Enter>", stage)
    #expect(stage.statusLine.hasSuffix("a.jpg renamed to z.jpg – u to undo"))
    #expect(photos == ["b.jpg", "c.jpg", "d.jpg", "z.jpg"])
    await type("u", stage)
    #expect(stage.statusLine.hasSuffix("Rename of a.jpg undone (Ctrl-r redo)"))
    await type("<C-r>", stage)
    #expect(photos == ["b.jpg", "c.jpg", "d.jpg", "z.jpg"])
  }

  @Test(
    arguments: [
      (":move<Enter>", "Type a folder: :move ~/picks"),
      (":copy<Enter>", "Type a folder: :copy ~/picks"), (":rename b.jpg<Enter>", "b.jpg"),
      (":rename x/y.jpg<Enter>", "x/y.jpg"),
    ] as [(KeyScript, String)])
  func `:move, :copy and :rename report invalid arguments and change nothing`(
    keys: KeyScript, words: String
  ) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.contains(words))
    #expect(photos == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }
}
