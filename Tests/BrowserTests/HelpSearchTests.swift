import Imaging
import Terminal
import Testing

@testable import Browser

/// Looking for something in the help.
@MainActor
@Suite("The search in the help")
struct HelpSearchTests {
  private func stage() -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 20)
    stage.type("?")
    return stage
  }

  /// All but the last line.
  private func lines(_ stage: BrowserStage) -> [Substring] {
    stage.text.split(separator: "\n").dropLast()
  }

  /// What is drawn as found.
  private func found(_ stage: BrowserStage) -> [String] {
    let canvas = stage.browser.frame().canvas
    let match = Styles(.terminal, on: stage.form)[.match]
    return (0..<canvas.size.rows).compactMap { row in
      var text = String.UnicodeScalarView()
      text.append(
        contentsOf: (0..<canvas.size.columns).map { canvas[$0, row] }
          .filter { $0.background == match.background && $0.foreground == match.foreground }
          .map(\.scalar))
      return text.isEmpty ? nil : String(text)
    }
  }

  @Test func `what is typed is shown where it stands, with its keys`() {
    let stage = stage()
    #expect(found(stage).isEmpty)
    stage.type("/TRASH")
    #expect(stage.text.contains("search: TRASH"))
    #expect(found(stage).contains { $0.contains("trash") })
    #expect(stage.text.contains("trash"))
    stage.type("<Enter>")
    #expect(stage.text.contains("trash") && !stage.text.contains("search: TRASH"))
  }

  @Test func `n and N go through the places, and round`() {
    let stage = stage()
    stage.type("n")
    #expect(stage.statusLine.contains("Search first: /"))
    stage.type("/histogram<Enter>n")
    #expect(stage.statusLine.contains(" of ") || stage.statusLine.contains("continues"))
    stage.type("gg/marked<Enter>N")
    #expect(stage.statusLine.contains("Search continues at the end"))
    stage.type("n")
    #expect(stage.statusLine.contains("Search continues at the beginning"))
    stage.type("/there is none<Enter>n")
    #expect(stage.statusLine.contains("No match for there is none"))
  }

  @Test func `Escape takes back what is typed, then the search, then closes the help`() {
    let stage = stage()
    let before = lines(stage)
    stage.type("/tiers")
    stage.type("<Esc>")
    #expect(lines(stage) == before)
    stage.type("/photo<Enter>")
    #expect(!found(stage).isEmpty)
    stage.type("<Esc>")
    #expect(found(stage).isEmpty && stage.top is HelpLayer)
    stage.type("<Esc>")
    #expect(!(stage.top is HelpLayer))
  }

  @Test func `wherever one reads, the heading of what is read is in sight`() {
    let stage = stage()
    let pages = stage.browser.layers.root.help.pages
    let titles = pages.flatMap(\.sections).map { "  \($0.title)" }
    #expect(titles.contains("  Marking") && titles.contains("  Viewer: display"))
    // A blank line is none of those that are compared: a heading follows it.
    for keys in ["/undo<Enter>", "/clipping<Enter>", "gg"] as [KeyScript] {
      stage.type(keys)
      #expect(lines(stage).first.map { titles.contains(String($0)) } == true)
    }
    for _ in 0..<80 {
      stage.type("j")
      #expect(lines(stage).first.map { titles.contains(String($0)) } == true)
    }
  }

  @Test func `a heading is found as well`() {
    let stage = stage()
    stage.type("/marking<Enter>")
    #expect(found(stage).contains("Marking"))
  }

  @Test func `every place of what is found is in sight when it is gone to`() {
    let stage = stage()
    stage.type("/photo<Enter>")
    for _ in 0..<40 {
      let row = stage.browser.frame().cursor?.row ?? -1
      #expect((0..<19).contains(row))
      stage.type("n")
    }
  }
}
