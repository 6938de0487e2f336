import Base
import Browser
import FileActions
import Glibc
import TestSupport
import Testing

/// Folders typed in the command line, and quitting during an action.
@MainActor
struct FolderCompletionTests {
  private let home = TemporaryFolder()

  private func stage() -> BrowserStage {
    for name in ["a.jpg", "b.jpg"] { home.file(name) }
    for name in ["picks", "pictures", "pictures/2024", ".private"] { home.folder(name) }
    home.file("pile.txt")
    symlink("pictures", home.name("pin"))
    return BrowserStage(
      ["a.jpg", "b.jpg"].map(home.name), columns: 120, rows: 5, home: ByteString(home.path),
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))))
  }

  /// The text of the command line.
  private func line(_ stage: BrowserStage) -> String {
    let rows = stage.text.split(separator: "\n")
    return rows.dropLast().last.map(String.init) ?? ""
  }

  @Test(
    arguments: [
      (":copy ~<Tab>", " : copy ~/", "~/"),
      (":copy ~/p<Tab>", " : copy ~/pi", "picks/  pictures/  pin/"),
      (":move ~/pic<Tab>", " : move ~/pic", "picks/  pictures/"),
      (":copy ~/pict<Tab>", " : copy ~/pictures/", "pictures/"),
      (":copy ~/pictures/<Tab>", " : copy ~/pictures/2024/", "2024/"),
      (":copy ~/.p<Tab>", " : copy ~/.private/", ".private/"),
      (":copy ~/x<Tab>", " : copy ~/x", ""),
    ] as [(KeyScript, String, String)])
  func `Tab completes a folder as far as it is unique and shows the candidates`(
    keys: KeyScript, beginning: String, candidates: String
  ) async {
    let stage = stage()
    stage.type(keys)
    await stage.takeEvents()
    #expect(line(stage).hasPrefix(beginning))
    #expect(line(stage).hasSuffix(candidates))
  }

  @Test func `a completed command that takes an argument gets a space`() {
    let stage = stage()
    stage.type(":mov<Tab>")
    #expect(line(stage).hasPrefix(" : move "))
    #expect(line(stage).hasSuffix("Tab complete"))
  }

  @Test func `a completion does not replace text typed meanwhile`() async {
    let stage = stage()
    stage.type(":copy ~/pict<Tab>x")
    await stage.takeEvents()
    #expect(line(stage).hasPrefix(" : copy ~/pictx"))
  }

  @Test func `the target folders of earlier actions are suggested first`() async {
    let stage = stage()
    stage.type(":copy ~/picks<Enter>")
    await stage.finishActions()
    stage.type(":copy ~/pictures<Enter>")
    await stage.finishActions()
    stage.type(":move <Tab>")
    await stage.takeEvents()
    #expect(line(stage).hasPrefix(" : move ~/pictures"))
    #expect(line(stage).hasSuffix("pictures  picks"))
  }

  @Test func `quitting during an action needs a second key`() async {
    let stage = stage()
    stage.type("Dq")
    #expect(stage.statusLine.hasSuffix("trashing is still running; press again to stop and quit"))
    #expect(stage.browser.isRunning)
    stage.type("q")
    #expect(!stage.browser.isRunning)
  }

  @Test func `quitting after an action has ended needs no second key`() async {
    let stage = stage()
    stage.type("D")
    await stage.finishActions()
    stage.type("q")
    #expect(!stage.browser.isRunning)
  }
}
