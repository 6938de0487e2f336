import Base
import Browser
import Imaging
import Photos
import Terminal
import Testing

@MainActor
@Suite("Messages", .timeLimit(.minutes(30)))
struct StatusMessageTests {
  @Test(
    arguments: [
      ("No photo", .information, "No photo", .status),
      ("3 photos copied", .success, "✓ 3 photos copied", .success),
      ("No photo is marked", .warning, "! No photo is marked", .warning),
      ("The disk is full", .error, "✗ The disk is full", .problem),
    ] as [(String, StatusMessage.Kind, String, Theme.Part)], Theme.names)
  func `a sign in the style of its kind precedes a message`(
    message: (String, StatusMessage.Kind, String, Theme.Part), name: String
  ) throws {
    let form = TileForm(symbols: .quadrants, colors: .direct)
    let styles = Styles(try #require(Theme.builtIn(name)), on: form)
    var line = StatusLine(facts: ["a.jpg"])
    line.message = StatusMessage(message.0, message.1)
    var canvas = Canvas(size: CellSize(columns: 40, rows: 1))
    line.draw(into: &canvas, on: form, styles)
    #expect("\(canvas)".hasPrefix(" \(message.2)"))
    #expect(!"\(canvas)".contains("a.jpg"))
    #expect(canvas[1, 0] == styles[message.3, canvas[1, 0].scalar])
  }

  @Test(
    arguments: [
      ("'", "! No photo is marked – m to mark"), ("D", "! Files cannot be changed here"),
      ("gq", "! gq does nothing here"), (":nosuch<Enter>", "✗ No command or photo named “nosuch”"),
      ("r", "Nothing to reload"),
      ("<Enter>:collections<Enter>", "! :collections does nothing here"),
    ] as [(KeyScript, String)])
  func `a refusal is a warning, a mistake an error`(keys: KeyScript, message: String) async {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 8)
    await stage.settle()
    stage.type(keys)
    #expect(stage.statusLine.contains("1/2  \(message)"))
  }

  @Test func `a screen reader announces an error in a word and not by its sign`() {
    #expect(StatusMessage.error("The disk is full").spoken == "Error: The disk is full")
    #expect(StatusMessage.success("3 photos copied").spoken == "3 photos copied")
    #expect(StatusMessage.warning("No photo is marked").spoken == "No photo is marked")
  }
}
