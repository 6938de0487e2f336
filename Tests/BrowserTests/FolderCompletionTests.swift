import Base
import FileActions
import Glibc
import TestSupport
import Testing

@testable import Browser

/// Folders that are typed in the command line, and what becomes of actions that are under way.
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

  /// What stands in the command line.
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
  func `Tab goes on with what has been typed`(
    keys: KeyScript, beginning: String, candidates: String
  ) async {
    let stage = stage()
    stage.type(keys)
    await stage.takeEvents()
    #expect(line(stage).hasPrefix(beginning))
    #expect(line(stage).hasSuffix(candidates))
  }

  @Test func `a command that needs more gets the space before that`() {
    let stage = stage()
    stage.type(":mov<Tab>")
    #expect(line(stage).hasPrefix(" : move "))
    #expect(line(stage).hasSuffix("Tab complete"))
  }

  @Test func `what has been typed meanwhile is not replaced`() async {
    let stage = stage()
    stage.type(":copy ~/pict<Tab>x")
    await stage.takeEvents()
    #expect(line(stage).hasPrefix(" : copy ~/pictx"))
  }

  @Test func `the folders that photos went to come first`() async {
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

  @Test func `whoever quits in the middle of an action is asked`() async {
    let stage = stage()
    stage.type("Dq")
    #expect(stage.statusLine.hasSuffix("trashing is still running; press again to stop and quit"))
    #expect(stage.browser.isRunning)
    stage.type("q")
    #expect(!stage.browser.isRunning)
  }

  @Test func `when the action has ended nobody is asked`() async {
    let stage = stage()
    stage.type("D")
    await stage.finishActions()
    stage.type("q")
    #expect(!stage.browser.isRunning)
  }
}
