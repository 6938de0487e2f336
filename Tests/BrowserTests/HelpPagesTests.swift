import Imaging
import Photos
import Terminal
import Testing

@testable import Browser

@MainActor
@Suite("The pages of the help")
struct HelpPagesTests {
  private func stage(_ keys: KeyScript, columns: Int = 80, rows: Int = 24) -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: columns, rows: rows)
    stage.type(keys)
    return stage
  }

  /// The last row of the help.
  private func footer(_ stage: BrowserStage) -> String {
    stage.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last
      .map(String.init) ?? ""
  }

  @Test(
    arguments: [
      ("?", "grid 1/11  Tab viewer"), ("?<Tab>", "viewer 2/11  Tab comparison"),
      ("<Enter>?", "viewer 1/11  Tab grid"), ("C?", "cache panel 1/11  Tab grid"),
      ("K?", "culling mode 1/11  Tab grid"), ("|?", "comparison 1/11  Tab viewer"),
      ("?<Shift-Tab>", "filters 11/11  Tab grid"),
      ("?<Shift-Tab><Tab>", "grid 1/11  Tab viewer"),
      ("?11<Tab>", "grid 1/11  Tab viewer"),
      ("?3<Shift-Tab>", "prompts 9/11  Tab everywhere"),
    ] as [(KeyScript, String)])
  func `Tab goes from mode to mode, and last to filters`(keys: KeyScript, footer: String) {
    #expect(self.footer(stage(keys)).hasSuffix(footer))
  }

  @Test func `a page has all keys of its mode, also those that others share`() {
    let stage = stage("C?", rows: 60)
    for entry in Keymap.cachePanel.entries { #expect(stage.text.contains(entry.help.prefix(40))) }
    #expect(!stage.text.contains("group by day taken"))
  }

  @Test func `commands without a key are in the help as they are typed`() {
    let stage = stage("?", rows: 130)
    for line in [":copy", ":move", ":trash", ":delete!", ":turn-file"] {
      #expect(stage.text.contains("  \(line)  "))
    }
  }

  @Test(arguments: [80, 120])
  func `the last page has every field of a filter with its examples`(columns: Int) {
    let stage = stage("?<Shift-Tab>", columns: columns, rows: 90)
    for field in FilterField.allCases {
      for example in field.examples { #expect(stage.text.contains(example)) }
    }
  }

  @Test func `a search goes through all pages, from the one that is shown`() {
    let stage = stage("?<Tab>/clipping<Enter>")
    #expect(footer(stage).contains("viewer ") && stage.text.contains("toggle clipping marks"))
    stage.type("<Tab>")
    #expect(!stage.text.contains("toggle clipping marks"))
    stage.type("n")
    #expect(stage.text.contains("toggle clipping marks"))
    stage.type("/iso:<Esc>")
    #expect(footer(stage).contains("viewer "))
    stage.type("/iso:<Enter>")
    #expect(footer(stage).contains("filters 11/11"))
  }

  @Test(arguments: ["flake ca", "/lake ca"] as [KeyScript])
  func `F1 in a filter opens the page of filters, and returns to the line`(keys: KeyScript) {
    let stage = stage(keys)
    let before = stage.text
    stage.type("<Left><F1>")
    #expect(stage.top is HelpLayer && footer(stage).contains("filters 11/11"))
    stage.type("<Tab>jj<Esc>")
    stage.type("<Right>")
    #expect(stage.text == before)
    stage.type("<F1><F1>x")
    #expect((stage.top as? LineLayer)?.editor.text == "lake cax")
  }

  @Test func `elsewhere F1 is the key of the help, and there it closes it`() {
    let stage = stage("<F1>")
    #expect(footer(stage).contains("grid 1/11"))
    stage.type("<F1>")
    #expect(stage.top is GridLayer)
    stage.type("?/x<F1>")
    #expect((stage.top as? LineLayer)?.editor.text == "x")
  }

  @Test(arguments: [(20, 12), (10, 5), (1, 2), (200, 60)])
  func `the footer fits`(columns: Int, rows: Int) {
    let stage = stage("?", columns: columns, rows: rows)
    for _ in 0..<10 {
      #expect(stage.text.split(separator: "\n").allSatisfy { $0.count <= columns })
      stage.type("G<Tab>")
    }
  }
}
