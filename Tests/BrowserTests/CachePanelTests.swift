import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

@MainActor
@Suite("The cache panel", .timeLimit(.minutes(30)))
struct CachePanelTests {
  /// A browser with some images in the memory cache, stored a second apart.
  private func stage(
    _ names: [String], columns: Int = 80, rows: Int = 24, symbols: SymbolSet = .quadrants
  ) -> BrowserStage {
    let stage = BrowserStage([], columns: columns, rows: rows, symbols: symbols)
    for name in names {
      stage.loader.remember(ImageRequest(name))
      stage.loader.clock.advance(by: .seconds(1))
    }
    return stage
  }

  @Test func `the first page at 80 by 24 is the table of tiers`() {
    let stage = stage(["a.jpg", "b.jpg", "c.jpg"])
    for name in ["a.jpg", "b.jpg", "d.jpg"] {
      _ = stage.loader.cachedTile(for: ImageRequest(name))
    }
    stage.type("C")
    #expect(
      stage.text == """







        ╭─ caches ─────────────────────────────────────────────────────────────────────╮
        │ cached in  what                      entries    bytes    limit   hits  empty │
        │ memory     pictures ready to draw          3    852 B    10 MB   66 %      c │
        │ thumbnails small pictures on disk          …        …                      t │
        │ responses  web downloads on disk           …        …                      w │
        │ index      facts of photos on disk         …        …                        │
        │                                                                              │
        │ a empty all  e details  C close                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯







         no photos
        """)
  }

  @Test func `the second page at 80 by 24 shows the memory cache`() {
    let stage = stage(["a.jpg", "b.jpg", "c.jpg"])
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"] {
      _ = stage.loader.cachedTile(for: ImageRequest(name))
    }
    stage.loader.clock.advance(by: .seconds(2))
    for name in ["a.jpg", "e.jpg"] { _ = stage.loader.cachedTile(for: ImageRequest(name)) }
    stage.type("Ce")
    #expect(
      stage.text == """
        ╭─ caches ─────────────────────────────────────────────────────────────────────╮
        │ budget  ▏··················  852 B of 10 MB  3 entries, 0 on screen          │
        │ hits    ████████████▋······  66 % of 6 last minute, 66 % of 6 in all         │
        │ 100 %  │                                                                     │
        │        │                                                         █           │
        │        │                                                         █ █         │
        │ 0 %    │                                                         █ █         │
        │         60 s ago                                                 now         │
        │ evicted         too large   too many low memory    expired    cleared        │
        │ last minute             0          0          0          0          0        │
        │ since start             0          0          0          0          0        │
        │ next to expire                        size     bytes   expires in            │
        │ b.jpg                                  4x2     284 B   9 min 58 s            │
        │ c.jpg                                  4x2     284 B   9 min 58 s            │
        │ a.jpg                                  4x2     284 B   10 min 0 s            │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │ jk select  d remove  x screen  a empty all  e details  C close               │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         no photos
        """)
    stage.type("e")
    #expect(stage.text.contains("cached in"))
  }

  @Test func `on a narrow screen the table has only names, numbers and keys`() {
    let stage = stage(["a.jpg"], columns: 40, rows: 12)
    stage.type("C")
    #expect(
      stage.text == """

        ╭─ caches ─────────────────────────────╮
        │ cached in    entries    bytes  empty │
        │ memory             1    284 B      c │
        │ thumbnails         …        …      t │
        │ responses          …        …      w │
        │ index              …        …        │
        │                                      │
        │ a empty all  e details  C close      │
        ╰──────────────────────────────────────╯

         no photos
        """)
  }

  @Test func `without Unicode the panel is drawn in ASCII`() {
    let stage = stage(["a.jpg"], symbols: .ascii)
    _ = stage.loader.cachedTile(for: ImageRequest("a.jpg"))
    _ = stage.loader.cachedTile(for: ImageRequest("b.jpg"))
    for keys in ["C", "e"] as [KeyScript] {
      stage.type(keys)
      #expect(stage.text.unicodeScalars.allSatisfy { $0.isASCII && $0 != "?" })
      #expect(stage.text.contains("+- caches ---"))
    }
    #expect(stage.text.contains("| hits    #########|"))
  }

  @Test func `a large screen shows the grid around the panel, and more entries`() {
    let stage = stage((0..<30).map { "\($0 + 10).jpg" }, columns: 200, rows: 50)
    stage.type("Ce")
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[3].isEmpty && lines[4].contains("╭─ caches ─"))
    #expect(lines[43].contains("╯") && lines[44].isEmpty)
    #expect(lines.count { $0.contains(".jpg ") } == 19)
  }

  @Test(
    arguments: [
      ("d", "10.jpg", 0), ("jd", "11.jpg", 1), ("Gd", "39.jpg", 29), ("3jkd", "12.jpg", 2),
      ("<PgDn><PgDn>d", "28.jpg", 18), ("<PgDn>ggd", "10.jpg", 0), ("5G<Del>", "14.jpg", 4),
      ("99jd", "39.jpg", 29), ("9kd", "10.jpg", 0),
    ] as [(KeyScript, String, Int)])
  func `d removes the selected entry and shows that in the status line`(
    keys: KeyScript, name: String, place: Int
  ) {
    let stage = stage((10..<40).map { "\($0).jpg" })
    stage.type("Ce")
    stage.type(keys)
    #expect(stage.loader.memory.usage.count == 29)
    #expect(!stage.loader.memory.holds(ImageRequest(name)))
    #expect(stage.statusLine == " no photos  ✓ 1 image removed from memory, 284 B")
  }

  @Test func `the selection stays on its entry while others are removed or used`() {
    let stage = stage(["a.jpg", "b.jpg", "c.jpg"])
    stage.type("Cej")
    #expect(stage.selectedName == "b.jpg")
    _ = stage.loader.memory.remove([ImageRequest("a.jpg")])
    #expect(stage.selectedName == "b.jpg")
    _ = stage.loader.cachedTile(for: ImageRequest("b.jpg"))
    #expect(stage.selectedName == "b.jpg")
    stage.type("d")
    #expect(stage.selectedName == "c.jpg")
    stage.type("dd")
    #expect(stage.selectedName == nil)
    #expect(stage.loader.memory.usage.count == 0)
  }

  @Test(arguments: ["d", "j", "G", "<PgDn>"] as [KeyScript])
  func `keys of the list show the list before they change anything`(keys: KeyScript) {
    let stage = stage(["a.jpg", "b.jpg"])
    stage.type("C")
    stage.type(keys)
    #expect(stage.text.contains("next to expire"))
    #expect(stage.loader.memory.usage.count == 2)
  }

  @Test(arguments: ["C", "q", "<Esc>", "eC"] as [KeyScript])
  func `C, q and Esc close the panel without quitting`(keys: KeyScript) {
    let stage = stage([])
    let grid = stage.text
    stage.type("C")
    stage.type(keys)
    #expect(stage.browser.isRunning)
    #expect(stage.text == grid)
  }

  @Test func `c empties the memory cache in the panel, and ? opens the help over it`() {
    let stage = stage(["a.jpg", "b.jpg"])
    stage.type("Cc")
    #expect(
      stage.statusLine == " no photos  ✓ 2 images removed from memory, 568 B")
    stage.type("?")
    #expect(stage.text.hasPrefix("  Cache panel"))
    stage.type("?")
    #expect(stage.text.contains("─ caches ─"))
  }

  @Test func `an open panel draws twice a second, and a closed one never`() async {
    let stage = stage([])
    stage.browser.show()
    async let running: Void = stage.browser.run()
    stage.post(.key("C"))
    await stage.clock.hasSleepers(1)
    for tick in 1...4 {
      stage.clock.advance(by: .milliseconds(500))
      await stage.clock.hasSleepers(1)
      #expect(stage.screen.frameCount == 2 + tick)
    }
    stage.post(.key("C"))
    await stage.clock.hasSleepers(0)
    #expect(stage.screen.frameCount == 7)
    stage.clock.advance(by: .seconds(60))
    await settleMainActor()
    #expect(stage.screen.frameCount == 7)
    stage.post(.closed)
    await running
  }

  @Test(
    arguments: [(1, 1), (0, 0), (2, 50), (300, 1), (12, 6), (30, 12), (500, 200)],
    ["", "e"] as [KeyScript])
  func `the panel is drawn at every screen size, without control characters`(
    size: (columns: Int, rows: Int), keys: KeyScript
  ) {
    let (columns, rows) = size
    let stage = stage(["a.jpg", "\u{1B}[2J.jpg"])
    stage.type("C")
    stage.type(keys)
    stage.screen.resize(to: CellSize(columns: columns, rows: rows))
    stage.browser.handle(.terminal(.resize(stage.screen.size)))
    stage.type("jGk")
    #expect(stage.browser.frame().size == CellSize(columns: columns, rows: rows))
    #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test(arguments: [
    (0.0, " 0 s"), (0.2, " 1 s"), (59.5, "1 min 0 s"), (599, "9 min 59 s"), (3700, "1 h 1 min"),
    (90_000, "1 d 1 h"),
  ])
  func `seconds of the time left are rounded up`(seconds: Double, text: String) {
    #expect(Duration.seconds(seconds).wholeText == text.trimmingPrefix(" "))
  }

  @Test(arguments: [
    (0.0, "    ", "▁   "), (0.01, "▏   ", "▁   "), (0.5, "██  ", "██  "), (0.6, "██▍ ", "██▃ "),
    (1.0, "████", "████"), (7.0, "████", "████"),
  ])
  func `bars are filled by eighths`(share: Double, across: String, upward: String) {
    let scale = BlockScale(symbols: .quadrants)
    #expect(scale.across(share, columns: 4) == Array(across.unicodeScalars))
    #expect(scale.upward(share, rows: 4) == Array(upward.unicodeScalars))
  }
}

extension BrowserStage {
  /// The name on the line of the panel that is drawn as selected.
  fileprivate var selectedName: String? {
    let canvas = browser.frame().canvas
    let lines = canvas.description.split(separator: "\n", omittingEmptySubsequences: false)
    let row = (1..<canvas.size.rows - 1).first { canvas[2, $0].style.contains(.reverse) }
    return row.map { String(lines[$0].dropFirst(2).prefix { $0 != " " }) }
  }
}
