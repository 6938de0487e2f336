import Base
import Browser
import Catalogs
import FileActions
import Photos
import TestSupport
import Testing

/// A raw file and the camera's JPEG beside it, as one photo.
@MainActor
struct PairTests {
  private let home = TemporaryFolder()
  private nonisolated static let names = ["a.jpg", "a.nef", "b.nef", "c.jpg"]

  private func stage(
    _ keys: KeyScript = "", joinsPairs: Bool = true, columns: Int = 90
  ) async -> BrowserStage {
    for name in Self.names { home.file(name) }
    let stage = BrowserStage(
      [], columns: columns, rows: 6,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
    stage.grid.join(pairs: joinsPairs)
    stage.grid.show(
      CatalogSnapshot(photos: Self.names.map { Photo(path: home.entry($0)) }))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private func listed(_ stage: BrowserStage) -> [String] {
    stage.grid.arrangement.photos.map(\.photo.name.lossyText)
  }

  private var files: [String] { home.names(in: ".").filter { $0 != "data" && $0 != "p" } }

  @Test func `a pair is one cell with the name of the JPEG and R+J`() async {
    let stage = await stage()
    #expect(listed(stage) == ["a.jpg", "b.nef", "c.jpg"])
    #expect(stage.statusLine.hasPrefix(" 1/3  "))
    #expect(stage.text.split(separator: "a.jpg R+J").count == 2)
    let small = await self.stage("--", columns: 46)
    #expect(small.text.contains("R+J"))
  }

  @Test func `without pairing a raw file and its JPEG are two photos`() async {
    let stage = await stage(joinsPairs: false)
    #expect(listed(stage) == Self.names)
    #expect(!stage.text.contains("RAW"))
  }

  @Test(arguments: [false, true])
  func `hidden videos are not listed, except one that was named`(isHiding: Bool) async {
    let stage = await stage()
    stage.grid.hide(videos: isHiding)
    let names = ["a.jpg", "b.mp4", "c.MTS", "d.webm"]
    var snapshot = CatalogSnapshot(photos: names.map { Photo(path: home.entry($0)) })
    stage.grid.show(snapshot)
    await stage.settle()
    #expect(listed(stage) == (isHiding ? ["a.jpg"] : names))
    snapshot.named = snapshot.entries[1].id
    stage.grid.show(snapshot)
    await stage.settle()
    #expect(listed(stage) == (isHiding ? ["a.jpg", "b.mp4"] : names))
  }

  @Test func `a named raw file is replaced by its JPEG`() async {
    let stage = await stage()
    var snapshot = CatalogSnapshot(photos: Self.names.map { Photo(path: home.entry($0)) })
    snapshot.named = snapshot.entries[1].id
    #expect(snapshot.joiningPairs.named == snapshot.entries[0].id)
    #expect(
      snapshot.joiningPairs.joiningPairs.raws == [snapshot.entries[0].id: [snapshot.entries[1].id]])
    withExtendedLifetime(stage) {}
  }

  @Test func `mark and selection of a raw file move to its JPEG when that is listed`() async {
    let stage = await stage()
    let all = CatalogSnapshot(photos: Self.names.map { Photo(path: home.entry($0)) })
    var early = all
    early.entries.remove(at: 0)
    stage.grid.show(early)
    for index in [0, 1] {
      stage.grid.show(early)
      stage.grid.select(index)
      await type("m", stage)
      let isRaw = stage.grid.selectedPhoto?.name.lossyText == "a.nef"
      stage.grid.show(all)
      #expect(stage.grid.selectedPhoto?.name.lossyText == (isRaw ? "a.jpg" : "b.nef"))
      #expect(stage.grid.markedPhotos.map(\.name.lossyText) == (isRaw ? ["a.jpg"] : ["b.nef"]))
    }
  }

  private nonisolated static let deeds: [(KeyScript, [String], String)] = [
    ("D", ["b.nef", "c.jpg"], "1/2  ✓ a.jpg trashed – u to undo"),
    ("Du", names, "1/3  ✓ a.jpg restored (Ctrl-r redo)"),
    ("mlmD", ["c.jpg"], "1/1  ✓ 2 photos trashed – u to undo"),
    (":delete!<Enter>1<Enter>", ["b.nef", "c.jpg"], "1/2  ✓ a.jpg deleted permanently"),
    (
      ":rename z.jpg<Enter>", ["b.nef", "c.jpg", "z.jpg", "z.nef"], "1/3  ✓ a.jpg renamed to z.jpg"
    ),
    (
      ";4", ["a.jpg", "a.jpg.xmp", "a.nef", "a.nef.xmp", "b.nef", "c.jpg"],
      "1/3  ✓ a.jpg ★★★★ – u to undo"
    ),
    (";4u", names, "1/3  ✓ Rating of a.jpg undone"),
    (";xD", ["b.nef", "c.jpg"], "1/2  ✓ a.jpg trashed – u to undo"),
  ]

  @Test(arguments: deeds)
  func `an action on a pair applies to both files`(
    keys: KeyScript, left: [String], line: String
  ) async {
    let stage = await stage(keys)
    #expect(files == left)
    #expect(stage.statusLine.hasPrefix(" \(line)"))
  }

  @Test func `trash and undo, of another photo or of the pair, keep a pair one cell`() async {
    let stage = await stage("lD")
    #expect(listed(stage) == ["a.jpg", "c.jpg"])
    #expect(stage.text.contains("a.jpg R+J"))
    await type("uggDu", stage)
    #expect(listed(stage) == ["a.jpg", "b.nef", "c.jpg"])
    #expect(stage.text.contains("a.jpg R+J"))
  }

  @Test func `a pair is copied and moved as one photo`() async {
    home.folder("p")
    let stage = await stage(KeyScript(stringLiteral: ":copy \(home.name("p"))<Enter>"))
    #expect(home.names(in: "p") == ["a.jpg", "a.nef"])
    #expect(stage.statusLine.contains("a.jpg copied to"))
    await type(KeyScript(stringLiteral: ":move \(home.name("p"))<Enter>"), stage)
    #expect(home.names(in: "p") == ["a.jpg", "a.nef", "a_1.jpg", "a_1.nef"])
    #expect(files == ["b.nef", "c.jpg"])
    #expect(listed(stage) == ["b.nef", "c.jpg"])
  }
}
