import Browser
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import Storage
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("The tiers in the cache panel", .timeLimit(.minutes(30)))
struct TierPanelTests {
  private static let onDisk: [StorageTier: TierUsage] = [
    .thumbnails: TierUsage(CacheUsage(cost: 340_000, count: 24)),
    .responses: TierUsage(CacheUsage(cost: 5_000_000, count: 1_234), budget: 1_000_000_000),
    .index: TierUsage(CacheUsage(cost: 10_000, count: 50), budget: 256_000_000),
  ]

  /// A browser over photos whose tiles are on the screen and in the memory cache.
  private func stage() async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 80, rows: 24)
    await stage.settle()
    for request in stage.loader.requests { stage.loader.remember(request) }
    return stage
  }

  /// The lines of the table of tiers, without blanks around them.
  private func table(_ stage: BrowserStage) -> [String] {
    let lines = stage.text.split(separator: "\n").map(String.init)
    let heading = lines.firstIndex { $0.contains("cached in") }
    return heading.map { heading in
      lines[heading...].prefix { !$0.contains("C close") }.map { line in
        line.split { $0 == " " || $0 == "│" }.joined(separator: " ")
      }
    } ?? []
  }

  @Test func `a tier that has not been measured yet has an ellipsis for its numbers`() {
    let stage = BrowserStage([], columns: 80, rows: 24)
    stage.type("C")
    #expect(
      table(stage) == [
        "cached in what entries bytes limit hits empty",
        "memory pictures ready to draw 0 0 B 10 MB c", "thumbnails small pictures on disk … … t",
        "responses web downloads on disk … … w", "index facts of photos on disk … …",
        "",
      ])
  }

  @Test func `the shared tier is the last row, without control characters`() {
    let stage = BrowserStage([], columns: 120, rows: 40)
    stage.tiers.share("12 hits, 3 misses, 3 given; shelf:6379 redis\u{1B}[2J 7.0.15")
    stage.type("C")
    let line = stage.text.split(separator: "\n").first { $0.contains("shared") } ?? ""
    #expect(line.contains("shared     12 hits, 3 misses, 3 given; shelf:6379 redis"))
    #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `at 80 by 24 the panel has all tiers with their measured sizes`() async {
    let stage = BrowserStage([], columns: 80, rows: 24)
    for name in ["a.jpg", "b.jpg", "c.jpg"] { stage.loader.remember(ImageRequest(name)) }
    stage.screen.holdings = PictureHoldings(count: 3, byteCount: 5_300_000, budget: 250_000_000)
    stage.tiers.share("12 hits, 3 misses, 3 given; shelf:6379 redis 7.0.15")
    stage.type("C")
    stage.tiers.answerMeasures(Self.onDisk)
    await stage.takeEvents()
    #expect(
      stage.text == """






        ╭─ caches ─────────────────────────────────────────────────────────────────────╮
        │ cached in  what                      entries    bytes    limit   hits  empty │
        │ memory     pictures ready to draw          3    852 B    10 MB             c │
        │ thumbnails small pictures on disk         24   340 kB                      t │
        │ responses  web downloads on disk       1,234   5.0 MB   1.0 GB             w │
        │ index      facts of photos on disk        50    10 kB   256 MB               │
        │ shared     12 hits, 3 misses, 3 given; shelf:6379 redis 7.0.15               │
        │ terminal   pictures sent to it             3   5.3 MB   250 MB               │
        │                                                                              │
        │ a empty all  e details  C close                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯






         no photos
        """)
  }

  @Test func `a tier that fails shows the reason`() async {
    let stage = BrowserStage([], columns: 80, rows: 24)
    stage.type("C")
    stage.tiers.answerMeasures([
      .thumbnails: TierUsage(trouble: "not a folder"),
      .responses: TierUsage(budget: 1_000_000_000, trouble: "\u{1B}[2J no space left"),
    ])
    await stage.takeEvents()
    #expect(table(stage)[2] == "thumbnails small pictures on disk 0 0 B t")
    #expect(table(stage)[3] == "responses web downloads on disk 0 0 B 1.0 GB w")
    #expect(table(stage)[5] == "thumbnails not a folder")
    #expect(table(stage)[6].hasPrefix("responses ") && table(stage)[6].hasSuffix("no space left"))
    #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    arguments: [
      (
        "t", .thumbnails, "24 thumbnails (340 kB) of all folders", "✓ Deleted 24 thumbnails, 340 kB"
      ),
      (
        "w", .responses, "1,234 responses (5.0 MB), also for --offline",
        "✓ Deleted 1,234 responses, 5.0 MB"
      ),
    ] as [(KeyScript, StorageTier, String, String)])
  func `a tier is emptied by a second key, and only that tier is measured again`(
    keys: KeyScript, tier: StorageTier, question: String, message: String
  ) async {
    let stage = await stage()
    stage.type("C")
    stage.tiers.answerMeasures(Self.onDisk)
    await stage.takeEvents()
    stage.type(keys)
    #expect(stage.statusLine == " 1/2  ! Press \(keys.keys[0]) again to delete \(question)")
    #expect(stage.tiers.clearing.isEmpty)
    stage.type(keys)
    #expect(stage.statusLine == " 1/2  deleting \(tier.rawValue) …")
    #expect(stage.tiers.clearing == [tier])
    stage.tiers.answerClear(Self.onDisk[tier] ?? TierUsage())
    await stage.takeEvents()
    #expect(stage.statusLine == " 1/2  \(message)")
    #expect(stage.loader.memory.usage.count == 2)
    #expect(stage.tiers.measuring == [tier])
    stage.tiers.answerMeasures([tier: TierUsage(CacheUsage(cost: 7, count: 1))])
    await stage.takeEvents()
    #expect(table(stage).contains { $0.hasPrefix(tier.rawValue) && $0.contains("on disk 1 7 B ") })
  }

  @Test(arguments: ["Ctjt", "Ctqt", "CtCCt", "Ctw", "Ct<Esc>Ct"] as [KeyScript])
  func `any other key between the two empties nothing`(keys: KeyScript) async {
    let stage = await stage()
    stage.type(keys)
    #expect(stage.tiers.clearing.isEmpty)
  }

  @Test func `a confirmation that has left the screen must be requested again`() async {
    let stage = await stage()
    stage.type("Ct")
    stage.clock.advance(by: .seconds(5))
    stage.browser.handle(.wake)
    #expect(stage.statusLine == " 1/2  a.jpg  40x30  1.2 kB")
    stage.type("t")
    #expect(stage.tiers.clearing.isEmpty)
    #expect(stage.statusLine.contains("Press t again to delete"))
  }

  @Test func `aa empties memory, thumbnails and responses, and not the screen`() async {
    let stage = await stage()
    let grid = stage.text
    let loads = stage.loader.requests.count
    stage.type("Caa")
    #expect(
      stage.statusLine == " 1/2  Deleted 2 images, 46 kB; deleting thumbnails, responses …")
    #expect(stage.tiers.clearing == [.thumbnails, .responses])
    #expect(stage.loader.memory.usage.count == 0)
    stage.tiers.answerClear(Self.onDisk[.thumbnails] ?? TierUsage())
    await stage.takeEvents()
    #expect(
      stage.statusLine
        == " 1/2  Deleted 2 images, 46 kB; 24 thumbnails, 340 kB; deleting responses …")
    stage.tiers.answerClear(TierUsage(CacheUsage(cost: 5_000, count: 1)))
    await stage.takeEvents()
    #expect(
      stage.statusLine
        == " 1/2  ✓ Deleted 2 images, 46 kB; 24 thumbnails, 340 kB; 1 response, 5.0 kB")
    stage.type("C")
    #expect(stage.text == grid)
    #expect(stage.loader.requests.count == loads)
  }

  @Test func `a tier that cannot be emptied is reported beside the emptied one`() async {
    let stage = await stage()
    stage.type("Cttww")
    stage.tiers.answerClear(TierUsage(trouble: "read-only file system"))
    stage.tiers.answerClear(TierUsage(CacheUsage(cost: 5_000, count: 2)))
    await stage.takeEvents()
    #expect(
      stage.statusLine
        == " 1/2  ✗ Deleted 2 responses, 5.0 kB; thumbnails: read-only file system")
  }

  @Test(arguments: ["t", "w", "a", "<Enter>twa", "?twa"] as [KeyScript])
  func `outside the panel the keys empty nothing`(keys: KeyScript) async {
    let stage = await stage()
    stage.type(keys)
    #expect(stage.tiers.clearing.isEmpty)
    #expect(stage.loader.memory.usage.count >= 2)
    #expect(!stage.statusLine.contains("remov"))
  }

  @Test func `a repeated key empties a tier once, and again when that is done`() async {
    let stage = await stage()
    stage.type("Cttttaa")
    #expect(stage.tiers.clearing == [.thumbnails, .responses])
    stage.tiers.answerClear(TierUsage(CacheUsage(cost: 100, count: 1)))
    await stage.takeEvents()
    stage.type("tt")
    #expect(stage.tiers.clearing == [.responses, .thumbnails])
  }

  @Test func `opening the panel measures the disk tiers, unless that is running already`() async {
    let stage = await stage()
    stage.type("CCC")
    #expect(stage.tiers.measuring == [.thumbnails, .responses, .index])
    for _ in 0..<5 { _ = stage.text }
    stage.tiers.answerMeasures(Self.onDisk)
    await stage.takeEvents()
    #expect(stage.tiers.measuring.isEmpty)
    #expect(table(stage)[2] == "thumbnails small pictures on disk 24 340 kB t")
    stage.type("CC")
    #expect(stage.tiers.measuring == [.thumbnails, .responses, .index])
    #expect(table(stage)[2] == "thumbnails small pictures on disk 24 340 kB t")
  }

  @Test func `after the panel is closed emptying is still reported, and nothing is measured`()
    async
  {
    let stage = await stage()
    stage.type("C")
    stage.tiers.answerMeasures(Self.onDisk)
    await stage.takeEvents()
    stage.type("ttC")
    stage.tiers.answerClear(TierUsage(CacheUsage(cost: 100, count: 1)))
    await stage.takeEvents()
    #expect(stage.statusLine == " 1/2  ✓ Deleted 1 thumbnail, 100 B")
    #expect(stage.tiers.measuring.isEmpty)
  }

  @Test func `x and c in the panel empty the screen and the memory cache`() async {
    let stage = await stage()
    stage.type("Cx")
    #expect(stage.statusLine.hasPrefix(" 1/2  ✓ 2 images removed from the screen"))
    stage.type("c")
    #expect(stage.statusLine.hasPrefix(" 1/2  ✓ 2 images removed from memory"))
  }
}
