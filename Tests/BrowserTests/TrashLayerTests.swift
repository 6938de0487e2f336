import Base
import Catalogs
import FileActions
import Glibc
import Photos
import Synchronization
import TestSupport
import Testing

@testable import Browser

/// The trash as a grid, and what its keys do.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TrashLayerTests {
  private let home = TemporaryFolder()

  /// A browser over four photos, with a trash whose files are a minute apart.
  private func stage(_ keys: KeyScript = "", rows: Int = 8) async -> BrowserStage {
    let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    for name in names { home.file(name) }
    let minutes = Minutes()
    let stage = BrowserStage(
      names.map(home.name), columns: 120, rows: rows, home: ByteString(home.path),
      actions: FileActions(
        trash: Trash(dataHome: ByteString(home.name("data")), clock: WallClock { minutes.next })))
    await type(keys, stage)
    return stage
  }

  private final class Minutes: Sendable {
    private let count = Atomic(0)

    var next: Int { 1_700_000_000 + 60 * count.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private func openTrash(_ stage: BrowserStage, count: Int) async {
    stage.type(":trash<Enter>")
    await wait(for: count, stage)
  }

  /// Waits until so many photos are listed.
  private func wait(for count: Int, _ stage: BrowserStage) async {
    await stage.wait { !stage.grid.status.isReading && stage.grid.status.listedCount == count }
    await stage.settle()
  }

  private func listed(_ stage: BrowserStage) -> [String] {
    stage.grid.arrangement.photos.map(\.photo.name.lossyText)
  }

  private var photos: [String] { home.names(in: ".").filter { $0.hasSuffix(".jpg") } }
  private var trashed: [String] { home.names(in: "data/Trash/files") }

  @Test func `the trash is a grid with original paths and deletion times`() async {
    let stage = await stage("lDD")
    await openTrash(stage, count: 2)
    #expect(listed(stage) == ["c.jpg", "b.jpg"])
    #expect(stage.text.contains("╭ccc") && stage.text.contains("bbb"))
    #expect(stage.statusLine.hasPrefix(" 1/2  ~/c.jpg  deleted 2023-11-1"))
    #expect(stage.text.contains("P restore  ? keys  q back  trash"))
    await type("l<Enter>", stage)
    #expect(stage.statusLine.hasPrefix(" 2/2  ~/b.jpg  deleted 2023-11-1"))
    #expect(!stage.text.contains("ccc"))
    await type("q", stage)
    #expect(listed(stage) == ["c.jpg", "b.jpg"])
  }

  @Test func `in a high window the header is the trash`() async {
    let stage = await stage("D", rows: 40)
    await openTrash(stage, count: 1)
    #expect(stage.text.hasPrefix(" Trash "))
  }

  @Test(arguments: ["q", "<Esc>", "<Backspace>"])
  func `leaving it shows the photos, the selection and the marks from before`(
    key: String
  ) async {
    let stage = await stage("D")
    await type("mlf.jpg<Enter>l", stage)
    #expect(stage.statusLine.hasPrefix(" 3/3 of 3  d.jpg"))
    await openTrash(stage, count: 1)
    #expect(stage.grid.filter.isEmpty && stage.grid.markedCount == 0)
    await type(KeyScript(stringLiteral: key), stage)
    #expect(stage.statusLine.hasPrefix(" 3/3 of 3  d.jpg"))
    #expect(listed(stage) == ["b.jpg", "c.jpg", "d.jpg"])
    #expect(stage.grid.markedPhotos.map(\.name.lossyText) == ["b.jpg"])
    #expect(stage.text.contains("q quit") && !(stage.top is TrashLayer))
  }

  @Test func `P restores a photo, which is in the grid again, and u takes it back`() async {
    let stage = await stage("lDD")
    await openTrash(stage, count: 2)
    await type("P", stage)
    #expect(stage.statusLine.hasPrefix(" 1/1  ✓ c.jpg restored to ~ – u to undo"))
    #expect(photos == ["a.jpg", "c.jpg", "d.jpg"] && trashed == ["b.jpg"])
    #expect(home.names(in: "data/Trash/info") == ["b.jpg.trashinfo"])
    await type("u", stage)
    #expect(stage.statusLine.contains("c.jpg moved back to the trash (Ctrl-r redo)"))
    await wait(for: 2, stage)
    #expect(listed(stage) == ["c.jpg", "b.jpg"] && photos == ["a.jpg", "d.jpg"])
    await type("<C-r>", stage)
    await wait(for: 1, stage)
    await type("q", stage)
    #expect(listed(stage) == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(photos == ["a.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `all marked photos are restored, under free names and into folders that are gone`()
    async
  {
    home.folder("deep")
    home.file("deep/e.jpg")
    let stage = await stage("DD")
    let actions = FileActions(trash: Trash(dataHome: ByteString(home.name("data"))))
    _ = actions.putIntoTrash([ByteString(home.name("deep/e.jpg"))])
    rmdir(home.name("deep"))
    home.file("a.jpg")
    await openTrash(stage, count: 3)
    await type("<C-a>P", stage)
    #expect(
      stage.statusLine.contains(
        "3 photos restored, one as a_1.jpg, its folder made again – u to undo"))
    #expect(photos == ["a.jpg", "a_1.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(home.names(in: "deep") == ["e.jpg"] && trashed.isEmpty)
    await wait(for: 0, stage)
    #expect(stage.text.contains("No photos in the trash."))
  }

  @Test(arguments: [
    "D", "R", ":rename x.jpg<Enter>", ":move ~/x<Enter>", ":turn-file left<Enter>", ";3", ";x",
    "<Enter>D", ":delete<Enter>",
  ])
  func `changing photos in the trash is refused with a message that names the keys`(
    keys: String
  ) async {
    let stage = await stage("D")
    await openTrash(stage, count: 1)
    await type(KeyScript(stringLiteral: keys), stage)
    #expect(
      stage.statusLine.contains(
        "This is the trash – P to restore, :delete! to delete permanently"))
    #expect(trashed == ["a.jpg"] && home.names(in: "data/Trash/info") == ["a.jpg.trashinfo"])
  }

  @Test func `they are deleted with their records after a question`() async {
    let stage = await stage("DD")
    await openTrash(stage, count: 2)
    await type(":delete!<Enter>", stage)
    #expect(stage.text.contains("Delete b.jpg permanently? Type 1 to confirm:"))
    await type("1<Enter>", stage)
    #expect(stage.statusLine.contains("b.jpg deleted permanently (cannot be undone)"))
    #expect(trashed == ["a.jpg"] && home.names(in: "data/Trash/info") == ["a.jpg.trashinfo"])
  }

  @Test func `restoring a photo without a record shows the reason`() async {
    let stage = await stage("D")
    unlink(home.name("data/Trash/info/a.jpg.trashinfo"))
    await openTrash(stage, count: 1)
    #expect(stage.statusLine.hasPrefix(" 1/1  a.jpg  original folder unknown"))
    await type("P", stage)
    #expect(
      stage.statusLine.contains(
        "a.jpg cannot be restored: the trash has no valid record of its folder; copy it instead"))
    #expect(listed(stage) == ["a.jpg"] && trashed == ["a.jpg"])
  }

  @Test func `an empty or missing trash shows a message`() async {
    let stage = await stage()
    await openTrash(stage, count: 0)
    #expect(stage.text.contains("No photos in the trash."))
    #expect(!home.names(in: ".").contains("data"))
    await type("P", stage)
    await type("q", stage)
    #expect(listed(stage).count == 4)
  }

  @Test func `it is opened from the grid alone, once, and where files may be changed`() async {
    let stage = await stage("<Enter>")
    await type(":trash<Enter>", stage)
    #expect(stage.statusLine.contains("Close the photo first: q"))
    await type("q", stage)
    await openTrash(stage, count: 0)
    await type(":trash<Enter>", stage)
    #expect(stage.statusLine.contains("This is the trash"))
    let other = BrowserStage(["a.jpg"], columns: 63, rows: 5)
    other.type(":trash<Enter>")
    #expect(other.statusLine == " 1/1  ! Files cannot be changed here")
  }

  @Test func `snapshots that arrive while the trash is shown apply on leaving`() async {
    let stage = await stage()
    let folders = stage.folders
    stage.grid.browse(
      folders.catalog(ByteString("/p/")),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await settleMainActor { folders.paths.count == 1 }
    folders.list(["a.jpg", "c.jpg"], in: 0)
    await settleMainActor(turns: 4)
    stage.type("G")
    await openTrash(stage, count: 0)
    folders.list(["a.jpg", "b.jpg", "c.jpg"], in: 0)
    await settleMainActor(turns: 4)
    #expect(listed(stage) == [])
    await type("q", stage)
    #expect(listed(stage) == ["a.jpg", "b.jpg", "c.jpg"])
    folders.list(["a.jpg"], in: 0)
    await settleMainActor(turns: 4)
    #expect(listed(stage) == ["a.jpg"])
  }
}
