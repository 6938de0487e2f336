import Browser
import ExpiringCache
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// Photos side by side, as drawn on the screen.
@MainActor
@Suite("The screen of compared photos")
struct ComparisonFrameTests {
  private let names = ["a.jpg", "b.jpg", "c.jpg"]

  private func stage(_ keys: KeyScript, columns: Int = 21) async -> BrowserStage {
    let stage = BrowserStage(names, columns: columns, rows: 6)
    stage.type("<Enter>")
    stage.type(keys)
    await stage.settle()
    return stage
  }

  @Test(
    arguments: [
      (
        "<Tab>",
        """
        aaaaaaaaaa bbbbbbbbbb
        aaaaaaaaaa bbbbbbbbbb
        aaaaaaaaaa bbbbbbbbbb
        aaaaaaaaaa bbbbbbbbbb
          a.jpg      b.jpg
        """
      ),
      (
        "3<Tab><Tab>n",
        """
        aaaaaa bbbbbb cccccc
        aaaaaa bbbbbb cccccc
        aaaaaa bbbbbb cccccc
        aaaaaa bbbbbb cccccc
        a.jpg  b.jpg  c.jpg
        """
      ),
      (
        "<Tab><Tab>n",
        """
        aaaaaaaaaa cccccccccc
        aaaaaaaaaa cccccccccc
        aaaaaaaaaa cccccccccc
        aaaaaaaaaa cccccccccc
          a.jpg      c.jpg
        """
      ),
      (
        "<Tab><Tab>q",
        """
        bbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbbbbbbbbbb
        """
      ),
    ] as [(KeyScript, String)])
  func `compared photos are side by side with their names`(keys: KeyScript, screen: String) async {
    let stage = await stage(keys)
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast().joined(separator: "\n") == screen)
  }

  @Test func `the name of the photo with the focus is highlighted`() async throws {
    let stage = await stage("<Tab><Tab>")
    let canvas = stage.browser.frame().canvas
    let styles = (0..<21).map { canvas[$0, 4].style.contains(.reverse) }
    #expect(styles.firstIndex(of: true) == 13)
    #expect(stage.statusLine.hasPrefix(" 2/3  b.jpg"))
  }

  @Test func `a tile made for a wider pane does not cover the photo beside it`() async {
    let stage = BrowserStage(names, columns: 100, rows: 6)
    stage.type("<Enter><Tab>")
    await stage.settle()
    let columns = stage.text.split(separator: "\n").first.map { $0.prefix { $0 != "b" }.count }
    #expect(columns == 50)
    stage.loader.memory.removeAll()
    // The info panel takes space at the right.
    stage.type("e")
    let first = stage.text.split(separator: "\n").first ?? ""
    #expect(first.prefix(36).allSatisfy { $0 != "b" })
  }

  @Test func `Enter or Esc ends the comparison, and a second Esc the viewer`() async {
    let stage = await stage("<Tab>")
    stage.type("<Enter>")
    #expect(stage.top is ViewerLayer)
    stage.type("<Tab><Esc>")
    #expect(stage.top is ViewerLayer)
    stage.type("<Esc>")
    #expect(stage.top is GridLayer)
  }

  @Test func `a click selects the photo under it`() async {
    let stage = await stage("<Tab>")
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 15, row: 2))))
    #expect(stage.grid.selection.index == 1)
    stage.browser.handle(.terminal(.mouse(.click, at: CellPoint(column: 1, row: 2))))
    #expect(stage.grid.selection.index == 0)
  }

  @Test func `comparing more than four photos is refused, and the viewer is unchanged`() async {
    let stage = await stage("5<Tab>", columns: 60)
    #expect(stage.statusLine.contains("At most 4"))
    #expect(stage.text.hasPrefix("aaaaaaaaaaaaaaaaaaaaa"))
  }
}
