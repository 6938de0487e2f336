import Catalog
import Finding
import Grid
import Imaging
import TestSupport
import Terminal
import Testing
import Values

@testable import Browser

/// The screen of a folder of folders.
@MainActor
@Suite("The screen of folders", .timeLimit(.minutes(5)))
struct FolderFrameTests {
  private let stage: BrowserStage
  private var folders: ScriptedFolders { stage.folders }

  init() async {
    stage = BrowserStage([], columns: 64, rows: 16, home: ByteString("/home/ann"))
    await open(
      ["a.jpg"], folders: ["empty", "holiday", "locked", "trips"],
      finding: [
        .success(FolderPeek()),
        .success(FolderPeek(["k.jpg", "l.jpg", "m.jpg", "n.jpg"], in: "holiday", count: 1240)),
        .failure(.accessDenied), .success(FolderPeek(folderCount: 3)),
      ])
  }

  /// Opens a folder of the home folder and lets all of it load.
  private func open(
    _ names: [String], folders inside: [String], finding: [Result<FolderPeek, CatalogError>]
  ) async {
    let folders = folders
    stage.grid.browse(
      folders.catalog(ByteString("/home/ann/p/")),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    folders.list(names, folders: inside, in: 0)
    await stage.loader.settle()
    for (name, finding) in zip(inside, finding) {
      let path = ByteString("/home/ann/p/\(name)/")
      if let number = folders.looks.questions.firstIndex(of: path) {
        folders.looks.give(finding, to: number)
      }
      await stage.loader.settle()
    }
    await stage.settle()
  }

  @Test func `folders stand first, with their first photos and how many there are`() {
    #expect(stage.text == "")
  }

  @Test func `a folder that is opened says so, and what is in it comes in its place`() async {
    stage.type("l<Enter>")
    #expect(stage.text == "")
    folders.list(["x.jpg", "y.jpg"], in: 1)
    await stage.settle()
    #expect(stage.text == "")
    stage.type("<BS>")
    #expect(stage.statusLine == "")
  }

  @Test(
    arguments: [
      ("m", "folders cannot be marked: Enter goes in, where photos can be"),
      ("D", "that is done to photos only: Enter goes into the folder"),
      ("R", "that is done to photos only: Enter goes into the folder"),
      ("y", "that is done to photos only: Enter goes into the folder"),
    ] as [(KeyScript, String)])
  func `what is done to photos is not done to folders, and that is said`(
    keys: KeyScript, sentence: String
  ) {
    stage.type(keys)
    #expect(stage.statusLine.contains(sentence))
    #expect(stage.grid.markedCount == 0)
  }

  @Test func `a photo by itself is one among photos`() async {
    stage.type("G<Enter>")
    await stage.settle()
    #expect(stage.statusLine == "")
    stage.type("p")
    #expect(stage.grid.selectedPhoto?.name == ByteString("a.jpg"))
    stage.type("<BS>")
    #expect(stage.grid.place == ByteString("/home/ann/p/"))
  }
}
