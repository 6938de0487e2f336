import Imaging
import Terminal
import Testing

@testable import Browser

/// Searching in the help.
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

  /// The highlighted matches.
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

  @Test func `the search scrolls to the typed text and highlights it`() {
    let stage = stage()
    #expect(found(stage).isEmpty)
    stage.type("/TRASH")
    #expect(stage.text.contains("search: TRASH"))
    #expect(found(stage).contains { $0.contains("trash") })
    #expect(stage.text.contains("trash"))
    stage.type("<Enter>")
    #expect(stage.text.contains("trash") && !stage.text.contains("search: TRASH"))
  }

  @Test func `n and N go through the matches and wrap around`() {
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

  @Test func `Esc cancels the input, then the search, then closes the help`() {
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

  @Test func `the heading of the current section is always the first line`() {
    let stage = stage()
    let pages = stage.browser.layers.root.help.pages
    let titles = pages.flatMap(\.sections).map { "  \($0.title)" }
    #expect(titles.contains("  Marking") && titles.contains("  Viewer: display"))
    // Blank lines are not compared: a heading follows them.
    for keys in ["/undo<Enter>", "/clipping<Enter>", "gg"] as [KeyScript] {
      stage.type(keys)
      #expect(lines(stage).first.map { titles.contains(String($0)) } == true)
    }
    for _ in 0..<80 {
      stage.type("j")
      #expect(lines(stage).first.map { titles.contains(String($0)) } == true)
    }
  }

  @Test func `the search finds headings`() {
    let stage = stage()
    stage.type("/marking<Enter>")
    #expect(found(stage).contains("Marking"))
  }

  @Test func `every match is visible when it is selected`() {
    let stage = stage()
    stage.type("/photo<Enter>")
    for _ in 0..<40 {
      let row = stage.browser.frame().cursor?.row ?? -1
      #expect((0..<19).contains(row))
      stage.type("n")
    }
  }
}
