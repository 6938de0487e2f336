import Base
import Catalogs
import FileActions
import Photos
import TestSupport
import Testing

@testable import Browser

/// Prompts before actions on marked photos that are not visible.
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
        rules: [OpenRule("gimp", command: "gimp %F")], temporaryFolder: home.path,
        workingFolder: Array("/w".utf8)))
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private var photos: [String] { home.names(in: ".").filter { $0.hasSuffix(".jpg") } }

  /// Keys of actions, the text of their prompts, and how many photos are left after y.
  nonisolated private static let actions: [(String, String, Int)] = [
    ("D", "Trash 4 photos", 0), (":move PICKS<Enter>", "Move 4 photos", 0),
    (":copy PICKS<Enter>", "Copy 4 photos", 4), ("R", "Rename 4 photos", 4),
    (":turn-file left<Enter>", "Rotate the files of 4 photos", 4), (";3", "Rate 4 photos: ★★★", 4),
    (";6", "Rate 4 photos: labelled Red", 4), (";x", "Rate 4 photos: rejected", 4),
    (";p", "Rate 4 photos: picked", 4), ("O", "Open 4 photos", 4),
    ("!ls %f<Enter>", "Run this on 4 photos", 4),
    (":delete<Enter>", "Trash 4 photos", 0),
  ]

  @Test(arguments: actions)
  func `every action on hidden marks prompts with the numbers, and runs only after y`(
    keys: String, deed: String, left: Int
  ) async {
    let stage = await stage("<C-a>fdog<Enter>")
    let keys = KeyScript(stringLiteral: keys.replacing("PICKS", with: home.name("picks")))
    await type(keys, stage)
    #expect(stage.text.contains("\(deed), 2 of them hidden by the filter? y/n:"))
    #expect(stage.top is AnswerLayer)
    await type("<Enter>", stage)
    #expect(stage.statusLine.contains("Cancelled"))
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
        "fcat<Enter>mf<C-u>dog<Enter>D", "Trash 1 photo, which is hidden by the filter?"
      ),
      ("<C-a>fcow<Enter>D", "Trash 4 photos, all hidden by the filter?"),
      ("<C-a>'D", ""), ("mlm<Enter>lD", ""), ("mlm<Enter>D", ""),
      ("m<Enter>D", ""), ("mlm<Enter><Tab>D", ""), ("<C-a>D", ""),
      ("<C-a>fdog<Enter>lD<Esc>", ""), ("fdog<Enter>D", ""), ("<C-a>fdog<Enter>!ls<Enter>", ""),
      ("<C-a>fdog<Enter>:rename x.jpg<Enter>", ""),
      (
        "<C-a>fdog<Enter>:delete!<Enter>",
        "Delete 4 photos permanently, 2 of them hidden by the filter?"
      ),
    ] as [(KeyScript, String)])
  func `only marks that are not visible cause a prompt`(keys: KeyScript, question: String) async {
    let stage = await stage(keys)
    #expect((stage.top is AnswerLayer) == !question.isEmpty)
    #expect(stage.text.contains(question))
  }

  @Test(arguments: [("<Enter>", true), ("y<Enter>", false)] as [(KeyScript, Bool)])
  func `picking hidden marks for another program prompts as well`(
    answer: KeyScript, isRunning: Bool
  ) async {
    let stage = BrowserStage(names, columns: 120, rows: 6, pickLimit: 9)
    stage.type("<C-a>fdog<Enter><Enter>")
    #expect(stage.text.contains("Pick 4 photos, 2 of them hidden by the filter? y/n:"))
    stage.type(answer)
    #expect(stage.browser.isRunning == isRunning)
    #expect(stage.grid.markedPhotos.count == 4)
  }

  @Test func `copying paths reports how many of the photos are hidden`() async {
    let stage = await stage("m2lmf2<Enter>y")
    #expect(
      stage.statusLine.contains("2 paths copied, all hidden by the filter"))
  }

  @Test func `an action is cancelled if the marks change during its prompt`() async {
    let stage = await stage("<C-a>fdog<Enter>D")
    stage.grid.withdraw([ByteString(home.name("cat1.jpg"))])
    await type("y<Enter>", stage)
    #expect(stage.statusLine.contains("Cancelled: the marked photos have changed"))
    #expect(photos == names)
  }

  @Test func `the prompt counts marks in other folders`() async {
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
    stage.type("'")
    #expect(stage.statusLine.contains("No photo here is marked – m to mark"))
    stage.type("D")
    #expect(stage.text.contains("Trash 1 photo, which is in another folder? y/n:"))
    stage.type("<Esc>mlmfe<Enter>D")
    #expect(
      stage.text.contains(
        "Trash 3 photos, 1 of them hidden by the filter, 1 in another folder? y/n:"))
  }

  @Test func `the prompt counts marked frames in folded bursts`() async {
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg", "d.jpg"], columns: 120, rows: 6, facts: BurstReader())
    await stage.arrange("<C-a>gs")
    stage.type("D")
    #expect(stage.text.contains("Trash 4 photos, 2 of them in stacked bursts? y/n:"))
  }
}
