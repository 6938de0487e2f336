import Base
import Browser
import Catalogs
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// Marked photos, as drawn on the screen.
@MainActor
@Suite("The screen of marked photos")
struct MarkFrameTests {
  private let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]

  private static func marked(_ stage: BrowserStage) -> [String?] {
    stage.grid.markedPhotos.map(\.name.lossyText)
  }

  private func stage(_ keys: KeyScript, pickLimit: Int? = nil) async -> BrowserStage {
    let stage = BrowserStage(names, columns: 63, rows: 5, pickLimit: pickLimit)
    stage.type(keys)
    await stage.settle()
    return stage
  }

  @Test(
    arguments: [
      (
        "lm",
        """
         aaaaaaaaaaaaaaaaaaa ╭bbbbbbbbbbbbbbbbbbb╮ ccccccccccccccccccc
         aaaaaaaaaaaaaaaaaaa │bbbbbbbbbbbbbbbbbbb│ ccccccccccccccccccc
         aaaaaaaaaaaaaaaaaaa ╰bbbbbbbbbbbbbbbbbbb╯ ccccccccccccccccccc
                a.jpg               ✓ b.jpg               c.jpg
         2/4 ✓  b.jpg  40x30  1.2 kB                          1 marked
        """
      )
    ] as [(KeyScript, String)])
  func `marked photos have a tick, and their number is in the status line`(
    keys: KeyScript, screen: String
  ) async {
    let stage = await stage(keys)
    #expect(stage.text == screen)
  }

  @Test(
    arguments: [
      ("m", "1/4 ✓", 1), ("3m", "1/4 ✓", 3), ("mm", "1/4", 0), ("9m", "1/4 ✓", 4),
      ("m2lM", "3/4 ✓", 3), ("lvl", "3/4 ✓", 2), ("lvl<Esc>", "3/4", 0), ("lvlvl", "4/4", 2),
      ("lvlml", "4/4", 2), ("<C-a>", "1/4 ✓", 4), ("m*", "1/4", 3), ("<C-a><C-g>", "1/4", 0),
      ("m<Enter>nm", "2/4 ✓", 2), ("v<Enter>n<Esc>", "2/4 ✓", 2),
    ] as [(KeyScript, String, Int)])
  func `mark keys set and clear marks and show their number`(
    keys: KeyScript, position: String, count: Int
  ) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.hasPrefix(" \(position)  "))
    #expect(stage.grid.marks.count == count)
    #expect(stage.statusLine.contains("\(count) marked") == (count > 0))
    #expect(stage.browser.isRunning)
  }

  @Test func `M without a mark shows a message`() async {
    let stage = await stage("M")
    #expect(stage.statusLine.hasPrefix(" 1/4  ! Mark a photo first (m); M marks from there"))
  }

  @Test func `a right click toggles a mark, and a right drag marks the photos it crosses`() async {
    let stage = await stage("")
    stage.browser.handle(.terminal(.mouse(.mark, at: CellPoint(column: 25, row: 1))))
    stage.browser.handle(.terminal(.mouse(.markDrag, at: CellPoint(column: 45, row: 2))))
    #expect(Self.marked(stage) == ["b.jpg", "c.jpg"])
    stage.browser.handle(.terminal(.mouse(.mark, at: CellPoint(column: 25, row: 1))))
    #expect(Self.marked(stage) == ["c.jpg"])
    #expect(stage.grid.selection.index == 0)
  }

  @Test(
    arguments: [
      ("lm2lm<Enter><Tab>", ["b.jpg", "d.jpg"]),
      ("mlmlm<Enter><Tab>", ["a.jpg", "b.jpg", "c.jpg"]),
      ("lm<Enter><Tab>", ["b.jpg", "c.jpg"]), ("lm2lmgg<Enter><Tab>", ["b.jpg", "d.jpg"]),
      ("<C-a><Enter>3<Tab>", ["a.jpg", "b.jpg", "c.jpg"]),
    ] as [(KeyScript, [String])])
  func `marked photos are compared`(keys: KeyScript, shown: [String]) async {
    let stage = await stage(keys)
    let (text, line) = (stage.text, stage.statusLine)
    let captions = text.prefix(upTo: text.lastIndex(of: "\n") ?? text.endIndex)
    let seen = names.filter { captions.contains($0) }
    #expect(seen == shown)
    #expect(shown.contains { line.contains($0) })
  }

  @Test(
    arguments: [
      ("<Enter>", 1, ["a.jpg"]), ("lm", 1, ["b.jpg"]), ("lm", 2, nil), ("lm<Enter>", 2, ["b.jpg"]),
      ("mlm", 2, ["a.jpg", "b.jpg"]), ("2m", 2, ["a.jpg", "b.jpg"]), ("vl", 2, nil),
      ("vlv", 2, ["a.jpg", "b.jpg"]), ("<Space>", 1, nil), ("<Space>nm", 1, ["b.jpg"]),
    ] as [(KeyScript, Int, [String]?)])
  func `picking ends as soon as enough photos are marked, or with Enter`(
    keys: KeyScript, limit: Int, picked: [String]?
  ) async {
    let stage = await stage(keys, pickLimit: limit)
    #expect(stage.browser.isRunning == (picked == nil))
    if let picked { #expect(Self.marked(stage) == picked) }
  }
}
