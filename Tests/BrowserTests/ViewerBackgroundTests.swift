import Browser
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("What a photo stands on", .timeLimit(.minutes(10)))
struct ViewerBackgroundTests {
  private static let dark = Glyph(" ", background: .rgb(RGB(24, 24, 24)))

  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 60, rows: 8)
    await stage.settle()
    stage.type(keys)
    await stage.settle()
    return stage
  }

  /// What the viewer asked for last.
  private func wanted(_ stage: BrowserStage) -> ImageRequest? { stage.loader.priorities.first }

  @Test(
    arguments: [
      ("<Enter>", .terminal, .terminal), ("<Enter>B", .color, .dark),
      ("<Enter>BB", .color, .light), ("<Enter>BBB", .checkered, .checkered),
      ("<Enter>BBBB", .terminal, .terminal), ("<Enter>Bqj<Enter>", .color, .dark),
    ] as [(KeyScript, Backdrop, ViewerBackground)])
  func `B goes through the ways, and the next photo that is opened stands on the same`(
    keys: KeyScript, backdrop: Backdrop, background: ViewerBackground
  ) async {
    let stage = await stage(keys)
    #expect(wanted(stage)?.form.characters.backdrop == backdrop)
    #expect(wanted(stage)?.form.background == background.color ?? stage.form.background)
    // The grid stands on the terminal's.
    #expect(stage.loader.priorities.last?.form == stage.form)
  }

  @Test func `says which one it is`() async {
    let stage = await stage("<Enter>B")
    #expect(stage.statusLine == " 1/2  Background: dark")
  }

  @Test func `the colour is around a photo from the frame on in which that stands on it`() async {
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

  @Test func `what the terminal says of its own changes nothing on another`() async throws {
    let stage = await stage("<Enter>B")
    let before = try #require(wanted(stage))
    stage.loader.remember(before)
    stage.browser.handle(.terminal(.background(RGB(255, 255, 255))))
    #expect(wanted(stage) == before)
    #expect(stage.loader.memory.holds(before))
  }

  @Test func `where there are no colours it stays as it is`() async {
    let stage = BrowserStage(["a.jpg"], columns: 60, rows: 8)
    stage.form = TileForm(symbols: .ascii, colors: .none)
    stage.browser.handle(.terminal(.capabilitiesChanged))
    stage.type("<Enter>B")
    #expect(stage.statusLine == " 1/1  No colours on this terminal")
    #expect(wanted(stage)?.form.characters.backdrop == .terminal)
  }
}
