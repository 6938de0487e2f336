import Browser
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("The background of the viewer", .timeLimit(.minutes(30)))
struct ViewerBackgroundTests {
  private static let dark = Glyph(" ", background: .rgb(RGB(24, 24, 24)))

  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 60, rows: 8)
    await stage.settle()
    stage.type(keys)
    await stage.settle()
    return stage
  }

  /// The current request of the viewer.
  private func wanted(_ stage: BrowserStage) -> ImageRequest? { stage.loader.priorities.first }

  @Test(
    arguments: [
      ("<Enter>", .terminal, .terminal), ("<Enter>B", .color, .dark),
      ("<Enter>BB", .color, .light), ("<Enter>BBB", .checkered, .checkered),
      ("<Enter>BBBB", .terminal, .terminal), ("<Enter>Bqj<Enter>", .color, .dark),
    ] as [(KeyScript, Backdrop, ViewerBackground)])
  func `B cycles through the backgrounds, and the next opened photo has the same one`(
    keys: KeyScript, backdrop: Backdrop, background: ViewerBackground
  ) async {
    let stage = await stage(keys)
    #expect(wanted(stage)?.form.characters.backdrop == backdrop)
    #expect(wanted(stage)?.form.background == background.color ?? stage.form.background)
    // The grid has the terminal's background.
    #expect(stage.loader.priorities.last?.form == stage.form)
  }

  @Test func `B shows the name of the background`() async {
    let stage = await stage("<Enter>B")
    #expect(stage.statusLine == " 1/2  Background: dark")
  }

  @Test func `the background colour is drawn when the load with it has finished`() async {
    let stage = await stage("<Enter>")
    stage.browser.show()
    stage.type("B")
    let number = stage.loader.requests.lastIndex {
      $0.form.characters.backdrop == .color && $0.photo == Photo(named: "a.jpg")
    }
    #expect(!stage.browser.frame().canvas.glyphs.contains(Self.dark))
    stage.loader.fail(number ?? 0)
    await stage.loader.settle()
    #expect(stage.browser.frame().canvas[0, 0] == Self.dark)
    stage.type("q")
    #expect(!stage.browser.frame().canvas.glyphs.contains(Self.dark))
  }

  @Test func `the terminal's background colour does not change a chosen background`() async throws {
    let stage = await stage("<Enter>B")
    let before = try #require(wanted(stage))
    stage.loader.remember(before)
    stage.browser.handle(.terminal(.background(RGB(255, 255, 255))))
    #expect(wanted(stage) == before)
    #expect(stage.loader.memory.holds(before))
  }

  @Test func `without colours the viewer keeps the terminal's background`() async {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 8)
    stage.form = TileForm(symbols: .ascii, colors: .none)
    stage.browser.handle(.terminal(.capabilitiesChanged))
    stage.type("<Enter>B")
    #expect(stage.statusLine == " 1/1  ! No colours on this terminal")
    #expect(wanted(stage)?.form.characters.backdrop == .terminal)
  }
}
