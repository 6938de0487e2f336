import Base
import Browser
import Catalogs
import FileActions
import Glibc
import Photos
import TestSupport
import Testing

/// Actions on files that differ from the photos shown.
@MainActor
struct ChangedOnDiskTests {
  private let home = TemporaryFolder()
  private let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]

  /// A browser over photos of a folder that have been read.
  private func stage() async -> BrowserStage {
    for name in names { _ = home.write(Array(name.utf8), as: name) }
    let stage = BrowserStage(
      names.map(home.name), columns: 120, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    read(stage)
    await stage.settle()
    return stage
  }

  private func read(_ stage: BrowserStage) {
    for photo in stage.grid.arrangement.photos { stage.loader.readVersion(of: photo.photo) }
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  /// Replaces a file by another one.
  private func replace(_ name: String) {
    _ = home.write(Array("other".utf8), as: "new")
    home.rename("new", to: name)
  }

  private var photos: [String] { home.names(in: ".").filter { $0.hasSuffix(".jpg") } }

  @Test(
    arguments: [
      (
        "<C-a>D",
        "2 photos trashed – u to undo; 2 photos changed on disk and were left alone", 2
      ),
      ("<C-a>:delete!<Enter>4<Enter>", "2 photos changed on disk and were left alone", 2),
      ("<C-a>:move DIR<Enter>", "2 photos changed on disk and were left alone", 2),
      ("D", "a.jpg changed on disk and was left alone", 4),
      (":rename x.jpg<Enter>", "a.jpg changed on disk and was left alone", 4),
      (":copy DIR<Enter>", "a.jpg changed on disk and was left alone", 4),
      (";4", "a.jpg changed on disk and was left alone", 4),
      (":turn-file left<Enter>", "a.jpg changed on disk and was left alone", 4),
    ] as [(String, String, Int)])
  func `photos that changed on disk are left alone, and their number is shown`(
    keys: String, words: String, left: Int
  ) async {
    home.folder("picks")
    let stage = await stage()
    for name in ["a.jpg", "c.jpg"] { replace(name) }
    await type(KeyScript(stringLiteral: keys.replacing("DIR", with: home.name("picks"))), stage)
    #expect(stage.statusLine.contains(words), "\(stage.statusLine)")
    #expect(photos.count == left && stage.grid.arrangement.photos.count == left)
    #expect(home.bytes(of: "a.jpg") == Array("other".utf8))
    #expect(!home.names(in: ".").contains("a.jpg.xmp"))
  }

  @Test func `a photo that changes during a prompt is left alone`() async {
    let stage = await stage()
    await type("mlm:delete!<Enter>", stage)
    replace("a.jpg")
    await type("2<Enter>", stage)
    #expect(stage.statusLine.contains("a.jpg changed on disk and was left alone"))
    #expect(photos == ["a.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `a changed photo is read again, and the next action applies to it`() async {
    let stage = await stage()
    let before = stage.grid.selectedPhoto
    replace("a.jpg")
    await type("D", stage)
    #expect(stage.grid.selectedPhoto?.path == before?.path)
    #expect(stage.grid.selectedPhoto != before)
    read(stage)
    await type("D", stage)
    #expect(stage.statusLine.contains("a.jpg trashed – u to undo"))
    #expect(photos == ["b.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `undone and renamed photos do not count as changed on disk`() async {
    let stage = await stage()
    await type("DulDu", stage)
    await type("gg:rename x.jpg<Enter>u", stage)
    await type("<C-a>D", stage)
    #expect(stage.statusLine.contains("4 photos trashed – u to undo"))
    #expect(photos.isEmpty)
  }

  @Test(arguments: ["O", "!ls %f<Enter>"] as [KeyScript])
  func `no program is started on a photo that changed on disk`(keys: KeyScript) async {
    let stage = await stage()
    await type(keys, stage)
    guard let order = stage.programs.orders.last?.order else { return }
    replace("a.jpg")
    #expect(throws: SystemError(ESTALE)) { _ = try order.script() }
  }
}
