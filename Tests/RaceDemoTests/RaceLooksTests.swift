import Browser
import Imaging
import Terminal
import Testing

/// The demo without motion and with themes.
@MainActor
@Suite("Motion, theme and cursor of the demo")
struct RaceLooksTests {
  @Test func `without motion a key runs one event, and no timer runs`() {
    let session = RaceSession(allowsMotion: false)
    session.press(.enter)
    #expect(session.browser.layers.wakeInterval == nil)
    #expect(
      session.text.hasSuffix(
        ". step  +- speed  kj scroll  s seed  f check  r again  ? help  q back"))
    session.press(" ")
    #expect(session.text.contains("Motion is off (--no-motion) – . to run one event"))
    session.step(until: "what happened")
    #expect(session.text.contains("wants 07, shows 03"))
    session.type("s")
    #expect(session.text.contains("seed 2") && session.browser.layers.wakeInterval == nil)
  }

  @Test func `without motion a scroll is not animated`() {
    let session = RaceSession(allowsMotion: false)
    session.press(.enter, .down)
    #expect(session.browser.layers.wakeInterval == nil)
    #expect(session.text.contains("wants 04"))
  }

  @Test(arguments: Theme.names)
  func `the title and the frames of wrong cells have the colours of the theme`(name: String) throws
  {
    let theme = try #require(Theme.builtIn(name))
    let form = TileForm(symbols: .quadrants, colors: .direct)
    let session = RaceSession(form: form, theme: theme)
    session.playToStop()
    let canvas = session.browser.frame().canvas
    let styles = Styles(theme, on: form)
    #expect(canvas[0, 0].background == styles[.status].background)
    #expect(canvas[0, 0].foreground == styles[.status].foreground)
    let heavy = (0..<canvas.size.rows).flatMap { canvas.row($0) }.filter { $0.scalar == "┏" }
    #expect(!heavy.isEmpty)
    #expect(heavy.allSatisfy { $0.foreground == styles[.failure].foreground })
  }

  @Test func `the cursor is at the start of the title`() {
    let session = RaceSession()
    session.press(.enter)
    #expect(session.browser.frame().cursor == CellPoint(column: 1, row: 0))
  }
}
