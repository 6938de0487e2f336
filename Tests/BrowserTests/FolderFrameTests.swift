import Base
import Browser
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

/// The screen of a folder of folders.
@MainActor
@Suite("The screen of folders", .timeLimit(.minutes(30)))
struct FolderFrameTests {
  private let stage: BrowserStage
  private var folders: ScriptedFolders { stage.folders }

  init() async {
    stage = BrowserStage([], columns: 64, rows: 16, home: ByteString("/home/ann"))
    await open(
      ["a.jpg"], folders: ["empty", "holiday", "locked", "trips"],
      finding: [
        .success(FolderPreview()),
        .success(FolderPreview(["k.jpg", "l.jpg", "m.jpg", "n.jpg"], in: "holiday", count: 1240)),
        .failure(.accessDenied), .success(FolderPreview(folderCount: 3)),
      ])
  }

  /// Opens a folder of the home folder and lets all of it load.
  private func open(
    _ names: [String], folders inside: [String], finding: [Result<FolderPreview, CatalogError>]
  ) async {
    let folders = folders
    stage.grid.browse(
      folders.catalog(ByteString("/home/ann/p/")),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await settleMainActor { folders.paths.count == 1 }
    folders.list(names, folders: inside, in: 0)
    await settleMainActor(turns: 4)
    for (name, finding) in zip(inside, finding) {
      let path = ByteString("/home/ann/p/\(name)/")
      if let number = folders.looks.questions.firstIndex(of: path) {
        folders.looks.give(finding, to: number)
      }
      await settleMainActor(turns: 4)
    }
    await stage.settle()
  }

  @Test func `folders precede photos, with their first photos and their number`() {
    #expect(
      stage.text == """
         ╭─────────────────╮
         │                 │   kkkkkkk  llllllll
         │                 │   kkkkkkk  llllllll
         │    0 photos     │                        permission denied
         │                 │   mmmmmmm  nnnnnnnn
         │                 │   mmmmmmm  nnnnnnnn
         ╰─── empty/ 0 ────╯    holiday/ 1,240           locked/

                              aaaaaaaaaaaaaaaaaaa
                              aaaaaaaaaaaaaaaaaaa
                              aaaaaaaaaaaaaaaaaaa
              3 folders       aaaaaaaaaaaaaaaaaaa
                              aaaaaaaaaaaaaaaaaaa
                              aaaaaaaaaaaaaaaaaaa
               trips/                a.jpg
         1/5  empty/  0 photos          Enter open  ? keys  q quit  ~/p
        """)
  }

  @Test func `opening a folder is shown in the status line until its content is listed`() async {
    stage.type("l<Enter>")
    #expect(
      stage.text == String(repeating: "\n", count: 15)
        + " opening ~/p/holiday …     ? keys  q quit  ~/p/holiday  reading")
    await settleMainActor { folders.paths.count == 2 }
    folders.list(["x.jpg", "y.jpg"], in: 1)
    await settleMainActor(turns: 4)
    await stage.settle()
    #expect(stage.text.contains("xxxx") && stage.text.contains("yyyy"))
    #expect(!stage.text.contains("kkkk") && !stage.text.contains("aaaa"))
    stage.type("<Backspace>")
    #expect(stage.statusLine.hasPrefix(" opening ~/p …"))
    await settleMainActor { folders.paths.count == 3 }
    folders.list(["a.jpg"], folders: ["empty", "holiday"], in: 2)
    await settleMainActor(turns: 4)
    #expect(stage.statusLine.hasPrefix(" 2/3  holiday/  1,240 photos"))
  }

  @Test func `the only photo of a folder fills its card`() async {
    let stage = BrowserStage([], columns: 30, rows: 8)
    stage.grid.show(CatalogSnapshot([], folders: ["x"], in: ByteString("")))
    await settleMainActor(turns: 4)
    stage.folders.looks.give(.success(FolderPreview(["k.jpg"], in: "x")), to: 0)
    await settleMainActor(turns: 4)
    await stage.settle()
    #expect(
      stage.text == """
         ╭──────────────────────────╮
         │ kkkkkkkkkkkkkkkkkkkkkkkk │
         │ kkkkkkkkkkkkkkkkkkkkkkkk │
         │ kkkkkkkkkkkkkkkkkkkkkkkk │
         │ kkkkkkkkkkkkkkkkkkkkkkkk │
         │ kkkkkkkkkkkkkkkkkkkkkkkk │
         ╰────────── x/ 1 ──────────╯
         1/1  x/  1 photo
        """)
  }

  @Test func `a folder of folders shows a photo below it, with a partial count`() async {
    let stage = BrowserStage([], columns: 60, rows: 8)
    stage.grid.show(CatalogSnapshot([], folders: ["x"], in: ByteString("")))
    await settleMainActor(turns: 4)
    stage.folders.looks.give(
      .success(
        FolderPreview(
          folderCount: 2, cover: [Photo(path: ByteString("x/y/k.jpg"))], photoCountBelow: 1493,
          hasMoreBelow: true)), to: 0)
    await settleMainActor(turns: 4)
    await stage.settle()
    #expect(stage.text.contains("kkkkkk"))
    #expect(stage.text.contains("x/ 1,493+"))
    #expect(stage.statusLine.contains("1,493+ photos in 2 folders"))
  }

  @Test func `the card of a folder with photos counts its folders, too`() async {
    for (keys, count) in [("", "x/ 1 ─"), ("++", "x/ 1 + 3 folders ")] as [(KeyScript, String)] {
      let stage = BrowserStage([], columns: 60, rows: 16)
      stage.grid.show(CatalogSnapshot([], folders: ["x"], in: ByteString("")))
      await settleMainActor(turns: 4)
      stage.folders.looks.give(
        .success(FolderPreview(["k.jpg"], in: "x", count: 1, folders: 3)), to: 0)
      await settleMainActor(turns: 4)
      stage.type(keys)
      await stage.settle()
      #expect(stage.text.contains(count))
      #expect(stage.statusLine.contains("1 photo  3 folders"))
    }
  }

  @Test(
    arguments: [
      ("m", "Folders cannot be marked – Enter opens them"),
      ("D", "That works on photos only – Enter opens the folder"),
      ("R", "That works on photos only – Enter opens the folder"),
      ("y", "That works on photos only – Enter opens the folder"),
    ] as [(KeyScript, String)])
  func `marking and file actions on a folder are refused with a message`(
    keys: KeyScript, sentence: String
  ) {
    stage.type(keys)
    #expect(stage.statusLine.contains(sentence))
    #expect(stage.grid.markedCount == 0)
  }

  @Test func `the viewer counts and shows photos only, no folders`() async {
    stage.type("G<Enter>")
    await stage.settle()
    #expect(stage.statusLine.hasPrefix(" 1/1  a.jpg"))
    stage.type("p")
    #expect(stage.grid.selectedPhoto?.name == ByteString("a.jpg"))
    stage.type("<Backspace>")
    #expect(stage.grid.place == ByteString("/home/ann/p/"))
  }
}
