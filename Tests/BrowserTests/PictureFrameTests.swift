import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// Tiles of pixels through the browser, with a loader that makes them without a file.
@MainActor
@Suite("Frames with tiles of pixels", .timeLimit(.minutes(30)))
struct PictureFrameTests {
  private func stage(columns: Int = 42, rows: Int = 8) -> BrowserStage {
    BrowserStage(["a.jpg", "b.jpg", "c.jpg"], columns: columns, rows: rows)
  }

  /// Completes all loads in pixels.
  private func answer(_ stage: BrowserStage, from first: Int = 0) async {
    for load in first..<stage.loader.requests.count { stage.loader.completeInPixels(load) }
    await stage.loader.settle()
  }

  private func pictures(_ stage: BrowserStage) -> [String: Rect] {
    let placed = stage.browser.frame().pictures
    return Dictionary(
      uniqueKeysWithValues: placed.map {
        (String(decoding: $0.picture.bytes, as: UTF8.self), $0.frame)
      })
  }

  @Test func `the screen gets every tile at its cell, and the text around it`() async {
    let stage = stage()
    await answer(stage)
    stage.browser.show()
    #expect(stage.screen.frame == stage.browser.frame())
    #expect(
      pictures(stage) == [
        "a.jpg 19x6": Rect(column: 1, row: 0, columns: 19, rows: 6),
        "b.jpg 19x6": Rect(column: 22, row: 0, columns: 19, rows: 6),
      ])
    #expect(
      stage.text == """
        ╭                   ╮
        │                   │
        │                   │
        │                   │
        │                   │
        ╰                   ╯
                a.jpg                b.jpg
         1/3  a.jpg  40x30  1.2 kB
        """)
  }

  @Test func `tiles scroll and disappear with their cells`() async {
    let stage = stage()
    await answer(stage)
    stage.type("j")
    await answer(stage, from: 2)
    #expect(
      pictures(stage) == ["c.jpg 19x6": Rect(column: 1, row: 0, columns: 19, rows: 6)])
  }

  @Test func `a screen can have tiles of characters and tiles of pixels`() async {
    let stage = stage()
    stage.loader.complete(0)
    stage.loader.completeInPixels(1)
    await stage.loader.settle()
    #expect(pictures(stage).keys.sorted() == ["b.jpg 19x6"])
    #expect(stage.text.hasPrefix("╭aaaaaaaaaaaaaaaaaaa╮\n"))
  }

  @Test func `a badge is drawn in front of its tile`() async {
    let stage = stage()
    await answer(stage)
    stage.type("i")
    #expect(pictures(stage).count == 2)
    #expect(stage.text.hasPrefix("╭file 5.0 ms"))
  }

  @Test func `the viewer draws one tile of the whole screen`() async {
    let stage = stage()
    await answer(stage)
    stage.type("<Enter>")
    await answer(stage, from: 2)
    #expect(
      pictures(stage) == ["a.jpg 42x7": Rect(column: 0, row: 0, columns: 42, rows: 7)])
  }

  /// A stage whose terminal shows pixels, all loaded.
  private func pixelStage(encoding: PixelEncoding) async -> BrowserStage {
    let stage = stage(columns: 70, rows: 30)
    change(stage, to: encoding)
    await answer(stage)
    return stage
  }

  private func change(
    _ stage: BrowserStage, to encoding: PixelEncoding, _ detail: PixelDetail = .full
  ) {
    stage.form = .pixels(
      PixelForm(
        encoding: encoding, cell: PixelSize(width: 8, height: 16), detail: detail,
        characters: stage.form.characters))
    stage.browser.handle(.terminal(.capabilitiesChanged))
  }

  @Test func `in pixels the grid stays until there are pixels of the photo that is opened`() async {
    let stage = await pixelStage(encoding: .sixel)
    let grid = pictures(stage)
    stage.loader.offerStandIns()
    let first = stage.loader.requests.count
    stage.type("<Enter>")
    #expect(pictures(stage) == grid && grid.count == 3)
    stage.type("n")
    #expect(pictures(stage) == grid)
    stage.type("p")
    await answer(stage, from: first)
    #expect(pictures(stage).keys.sorted() == ["a.jpg 70x29"])
    stage.type("n")
    #expect(pictures(stage).keys.sorted() == ["a.jpg 70x29"])
  }

  @Test func `the former photo stays in other detail, but not for a terminal of other images`()
    async
  {
    let stage = await pixelStage(encoding: .rgb)
    let first = stage.loader.requests.count
    stage.type("<Enter>")
    await answer(stage, from: first)
    #expect(pictures(stage).keys.sorted() == ["a.jpg 70x29"])
    stage.type("n")
    change(stage, to: .rgb, .half)
    #expect(pictures(stage).keys.sorted() == ["a.jpg 70x29"])
    change(stage, to: .sixel)
    #expect(pictures(stage).isEmpty)
  }

  @Test(arguments: [(PixelEncoding.rgb, true), (.sixel, false)])
  func `the histogram has pixels where the terminal draws images over others`(
    encoding: PixelEncoding, hasPixels: Bool
  ) async {
    let stage = await pixelStage(encoding: encoding)
    let first = stage.loader.requests.count
    stage.type("<Enter>")
    await answer(stage, from: first)
    stage.type("H")
    await stage.count(ToneHistogram(of: Bitmap(size: PixelSize(width: 2, height: 2))))
    let overlays = stage.browser.frame().pictures.filter(\.isOverlay)
    #expect(overlays.count == (hasPixels ? 1 : 0))
    for overlay in overlays {
      #expect(overlay.picture.pixels.width == overlay.frame.size.columns * 8)
      #expect(overlay.picture.pixels.height == overlay.frame.size.rows * 16)
    }
  }

  @Test func `a panel covers tiles and the help removes them until they close`() async throws {
    let stage = stage(columns: 200, rows: 50)
    await answer(stage)
    #expect(pictures(stage).count == 3)
    stage.type("Ce")
    let panel = try #require(stage.top as? CachePanelLayer).frame
    for placed in stage.browser.frame().pictures {
      #expect(placed.isCovered == (placed.frame.intersection(panel).size.area > 0))
      #expect(placed.frame.intersection(panel) != placed.frame)
    }
    stage.type("?")
    #expect(pictures(stage).isEmpty)
    stage.type("qq")
    #expect(pictures(stage).count == 3)
    #expect(stage.browser.frame().pictures.allSatisfy { !$0.isCovered })
  }

  @Test func `the cache panel shows number and size of the images sent to the terminal`() async {
    let stage = stage(columns: 100, rows: 45)
    stage.screen.holdings = PictureHoldings(count: 3, byteCount: 5_300_000, budget: 250_000_000)
    stage.type("C")
    #expect(stage.text.contains("terminal   pictures sent to it             3   5.3 MB   250 MB"))
  }
}
