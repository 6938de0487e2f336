import Base
import Catalogs
import FileActions
import Imaging
import Terminal
import TestSupport
import Testing

@testable import Browser
@testable import Photos

/// Lists and windows that shrink while a part of them is on the screen.
@MainActor
@Suite("Lists and windows that shrink while shown", .timeLimit(.minutes(30)))
struct ShrinkingListTests {
  private static let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map { "\($0).jpg" }

  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let stage = BrowserStage(Self.names, columns: 80, rows: 12)
    await stage.settle()
    stage.type(keys)
    await stage.settle()
    // Only a photo that has been drawn can stay.
    _ = stage.text
    return stage
  }

  /// Lists the photos without some of them, as when another program removes these.
  private func remove(_ letters: String, from stage: BrowserStage) {
    var snapshot = stage.grid.amendments.latest
    snapshot.entries.removeAll { letters.contains("\($0.photo.name)".prefix(1)) }
    stage.grid.show(snapshot)
  }

  @Test(
    arguments: ["G<Enter>", "G<Enter>s", "G<Enter>e", "G<Enter>b", "Gm<Enter>"]
      as [KeyScript])
  func `a removed photo stays on the screen, without a number, until the next is loaded`(
    keys: KeyScript
  ) async {
    let stage = await stage(keys)
    stage.grid.discardHidden()
    remove("h", from: stage)
    #expect(stage.text.contains("hhhh"))
    if stage.layer?.viewing.hidesText == false {
      #expect(stage.statusLine.hasPrefix(" -/7  h.jpg"))
    }
    await stage.settle()
    #expect(stage.text.contains("gggg") && !stage.text.contains("hhhh"))
  }

  @Test func `a photo still shown while the next is loading keeps its own number and mark`() async {
    let stage = await stage("lm<Enter>")
    #expect(stage.statusLine.hasPrefix(" 2/8 ✓  b.jpg"))
    stage.type("4n")
    #expect(stage.statusLine.hasPrefix(" 2/8 ✓  b.jpg"))
    remove("a", from: stage)
    #expect(stage.statusLine.hasPrefix(" 1/7 ✓  b.jpg"))
    await stage.settle()
    #expect(stage.statusLine.hasPrefix(" 5/7  f.jpg"))
  }

  @Test func `a list that becomes empty shows no photos, and keys are still handled`() async {
    let stage = await stage("G<Enter>")
    remove("abcdefgh", from: stage)
    #expect(stage.statusLine.hasPrefix(" no photos"))
    stage.type("njGgg<Tab>zZ=eHs<Esc>")
    _ = stage.text
  }

  @Test func `a photo that is moved inside the tree is shown where it is listed next`() async {
    let stage = await stage("gg")
    let before = stage.grid.amendments.latest
    var after = before
    after.entries[7] = CatalogEntry(
      id: before.entries[7].id, photo: Photo(path: ByteString("sub/h.jpg")))
    stage.grid.withdraw([ByteString("h.jpg")])
    stage.grid.show(before)
    #expect(stage.grid.arrangement.count == 7)
    stage.grid.show(after)
    #expect(stage.grid.arrangement.count == 8)
    stage.grid.restore([ByteString("h.jpg")])
    stage.grid.show(before)
    #expect(stage.grid.arrangement.count == 8)
  }

  /// Photos are added and removed, windows resized and keys typed, in a random order.
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `after random keys number and mark shown are those of the photo`(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let home = TemporaryFolder()
    for name in Self.names { home.file(name) }
    let stage = BrowserStage(
      Self.names.map(home.name), columns: 80, rows: 12,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      facts: seed % 2 == 0 ? BurstReader() : FileFactsReader())
    let all = stage.grid.amendments.latest
    let keys: [KeyScript] = [
      "<Enter>", "<Esc>", "q", "n", "p", "l", "h", "j", "k", "G", "gg", "3n", "5l", "m", "M", "v",
      "<C-a>", "*", "<C-g>", "'", "s", "e", "H", "b", "z", "W", "+", "-", "<Tab>", "3<Tab>", "C",
      "?", "c", "x", "oN", "on", "gn", "gf", "fa<Enter>", "fzz<Enter>", "f<C-u><Enter>",
      "/b<Enter>", "N", "99999999l", "99999999<Tab>", "<C-f>", "<C-b>", "]", "[", "|", ":3<Enter>",
      "D", "u", "<C-r>", "y<Enter>", "gs", "gb", ";s", ";x", ";3", "K", "x",
    ]
    let sizes = [(80, 12), (20, 5), (10, 3), (1, 1), (3, 12), (120, 40), (40, 2)]
    for _ in 0..<200 {
      switch random.next() % 14 {
      case 0...6:
        if let script = keys.randomElement(using: &random) {
          stage.type(script.keys == [.character("q")] && stage.top is GridLayer ? "l" : script)
        }
      case 7...8:
        var snapshot = all
        snapshot.entries.removeAll { _ in random.next() % 3 == 0 }
        if random.next() % 8 == 0 { snapshot.entries = [] }
        if random.next() % 4 == 0 { snapshot.entries.reverse() }
        stage.grid.show(snapshot)
      case 9:
        let (columns, rows) = sizes.randomElement(using: &random) ?? (80, 12)
        stage.screen.resize(to: CellSize(columns: columns, rows: rows))
      case 10: await stage.settle()
      case 11: await stage.finishActions()
      case 12:
        stage.clock.advance(by: .seconds(6))
        stage.browser.handle(.wake)
      default: _ = stage.grid.emptyMemory()
      }
      _ = stage.text
      let status = (stage.top as? ViewerLayer)?.viewer.status ?? stage.grid.status
      let place = status.id.flatMap { id in stage.grid.arrangement.firstIndex { $0.id == id } }
      #expect(status.position == place.map { $0 + 1 } ?? 0)
      #expect(status.isMarked == status.id.map(stage.grid.marks.contains) ?? false)
    }
    await stage.finishActions()
  }

  @Test func `a panel across an edge of the frame is drawn inside it`() {
    for (columns, rows) in [(0, 0), (1, 1), (4, 2), (7, 5)] {
      for column in -6...8 {
        for row in -3...6 {
          var frame = Frame(size: CellSize(columns: columns, rows: rows))
          for line in 0..<rows {
            frame.canvas.draw(
              DisplayText("漢字漢字"), at: CellPoint(column: 0, row: line), columns: columns)
          }
          var panel = Canvas(size: CellSize(columns: 3, rows: 2))
          panel.draw(DisplayText("xyz"), at: CellPoint(column: 0, row: 0), columns: 3)
          frame.cover(with: panel, at: CellPoint(column: column, row: row))
          for place in 0..<columns where (0..<rows).contains(row) {
            let isPanel = (column..<column + 3).contains(place)
            let scalar = frame.canvas[place, row].scalar
            if isPanel { #expect(scalar == ["x", "y", "z"][place - column]) }
            // No half of a wide character is left.
            if frame.canvas[place, row].isContinuation {
              #expect(place > 0 && frame.canvas[place - 1, row].scalar.value > 0x3000)
            }
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      "", "<Enter>", "<Enter>e", "<Enter>H", "<Enter><Tab>", "C", "Ce", "?", "?/a", "f", ":",
      ":delete!<Enter>", "g", "gf", "o",
    ] as [KeyScript])
  func `every layer is drawn in every window size, before and after the resize event`(
    keys: KeyScript
  )
    async
  {
    let stage = await stage(keys)
    for columns in [1, 2, 3, 5, 8, 13, 30, 77, 130] {
      for rows in [1, 2, 3, 4, 6, 9, 14, 45] {
        stage.screen.resize(to: CellSize(columns: columns, rows: rows))
        #expect(stage.browser.frame().size == stage.screen.size)
        stage.browser.handle(.terminal(.resize(stage.screen.size)))
        stage.type("<Down>")
        _ = stage.text
      }
    }
  }
}
