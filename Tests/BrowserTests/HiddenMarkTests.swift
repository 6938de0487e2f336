import Base
import Catalogs
import FileActions
import Photos
import TestSupport
import Testing

@testable import Browser

/// What is asked before something is done to marked photos that cannot be seen.
@MainActor
struct HiddenMarkTests {
  private let home = TemporaryFolder()
  private let names = ["cat1.jpg", "cat2.jpg", "dog1.jpg", "dog2.jpg"]

  private func stage(_ keys: KeyScript) async -> BrowserStage {
    for name in names { home.file(name) }
    home.folder("picks")
    let stage = BrowserStage(
      names.map(home.name), columns: 120, rows: 6,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      programSettings: ProgramSettings(
        rules: [OpenRule("gimp", command: "gimp %F")], workingFolder: Array("/w".utf8)))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private var photos: [String] { home.names(in: ".").filter { $0.hasSuffix(".jpg") } }

  /// Keys for which something is asked, the question, and how many photos are left when the answer is y.
  nonisolated private static let actions: [(String, String, Int)] = [
    ("D", "move 4 photos to the trash", 0), (":move PICKS<Enter>", "move 4 photos", 0),
    (":copy PICKS<Enter>", "copy 4 photos", 4), ("R", "rename 4 photos", 4),
    (":turn-file left<Enter>", "turn 4 photos for good", 4), (";3", "★★★ for 4 photos", 4),
    (";6", "label Red for 4 photos", 4), (";x", "rejected for 4 photos", 4),
    (";p", "picked for 4 photos", 4), ("O", "open 4 photos", 4),
    ("!ls %f<Enter>", "run this on 4 photos", 4),
    (":trash<Enter>", "move 4 photos to the trash", 0),
  ]

  @Test(arguments: actions)
  func `every action asks, with the numbers, and is done after that alone`(
    keys: String, deed: String, left: Int
  ) async {
    let stage = await stage("<C-a>fdog<Enter>")
    let keys = KeyScript(stringLiteral: keys.replacing("PICKS", with: home.name("picks")))
    await type(keys, stage)
    #expect(stage.text.contains("\(deed), 2 of them hidden by the filter? type y:"))
    #expect(stage.top is AnswerLayer)
    await type("<Enter>", stage)
    #expect(stage.statusLine.contains("nothing was done"))
    #expect(photos == names && home.names(in: "picks").isEmpty && stage.programs.orders.isEmpty)
    await type(keys, stage)
    await type("y<Enter>", stage)
    #expect(!(stage.top is AnswerLayer))
    #expect(photos.count == left)
    #expect((stage.grid.marks.count == 0) == (left == 0))
  }

  @Test(
    arguments: [
      (
        "fcat<Enter>mf<C-u>dog<Enter>D", "move 1 photo to the trash, which is hidden by the filter?"
      ),
      ("<C-a>fcow<Enter>D", "move 4 photos to the trash, all hidden by the filter?"),
      ("<C-a>'D", ""), ("mlm<Enter>lD", "move 2 photos to the trash, all not shown here?"),
      ("mlm<Enter>D", "move 2 photos to the trash, 1 of them not shown here?"),
      ("m<Enter>D", ""), ("mlm<Enter><Tab>D", ""), ("<C-a>D", ""),
      ("<C-a>fdog<Enter>lD<Esc>", ""), ("fdog<Enter>D", ""), ("<C-a>fdog<Enter>!ls<Enter>", ""),
      ("<C-a>fdog<Enter>:rename x.jpg<Enter>", ""),
      (
        "<C-a>fdog<Enter>:delete!<Enter>",
        "erase 4 photos for good, 2 of them hidden by the filter?"
      ),
    ] as [(KeyScript, String)])
  func `only marks out of sight are asked about`(keys: KeyScript, question: String) async {
    let stage = await stage(keys)
    #expect((stage.top is AnswerLayer) == !question.isEmpty)
    #expect(stage.text.contains(question))
  }

  @Test(arguments: [("<Enter>", true), ("y<Enter>", false)] as [(KeyScript, Bool)])
  func `picking for another program asks as well`(answer: KeyScript, isRunning: Bool) async {
    let stage = BrowserStage(names, columns: 120, rows: 6, pickLimit: 9)
    stage.type("<C-a>fdog<Enter><Enter>")
    #expect(stage.text.contains("pick 4 photos, 2 of them hidden by the filter? type y:"))
    stage.type(answer)
    #expect(stage.browser.isRunning == isRunning)
    #expect(stage.grid.markedPhotos.count == 4)
  }

  @Test func `copied paths say how many of the photos are hidden`() async {
    let stage = await stage("m2lmf2<Enter>y")
    #expect(
      stage.statusLine.contains("2 paths sent to the clipboard, all hidden by the filter"))
  }

  @Test func `what has changed while it was asked about is left alone`() async {
    let stage = await stage("<C-a>fdog<Enter>D")
    stage.grid.withdraw([ByteString(home.name("cat1.jpg"))])
    await type("y<Enter>", stage)
    #expect(stage.statusLine.contains("the marked photos have changed: nothing was done"))
    #expect(photos == names)
  }

  @Test func `marks in other folders are counted as such`() async {
    let stage = BrowserStage([], columns: 120, rows: 9)
    let folders = stage.folders
    stage.grid.browse(
      folders.catalog(ByteString("/p/")),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await settleMainActor { folders.paths.count == 1 }
    folders.list(["a.jpg", "c.jpg"], folders: ["inside"], in: 0)
    await settleMainActor(turns: 4)
    stage.type("lmkgg<Enter>")
    await settleMainActor { folders.paths.count == 2 }
    folders.list(["d.jpg", "e.jpg"], folders: [], in: 1)
    await settleMainActor(turns: 4)
    stage.type("D")
    #expect(stage.text.contains("move 1 photo to the trash, which is in another folder? type y:"))
    stage.type("<Esc>mlmfe<Enter>D")
    #expect(
      stage.text.contains(
        "move 3 photos to the trash, 1 of them hidden by the filter, 1 in another folder? type y:"))
  }

  @Test func `frames behind the top of a folded burst are counted as such`() async {
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg", "d.jpg"], columns: 120, rows: 6, facts: BurstReader())
    await stage.arrange("<C-a>gs")
    stage.type("D")
    #expect(stage.text.contains("move 4 photos to the trash, 2 of them in folded bursts? type y:"))
  }
}
