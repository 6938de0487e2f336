import Imaging
import Terminal
import Testing

@testable import Browser

/// The demo in the looks that were asked for.
@MainActor
@Suite("The looks of the demo")
struct RaceLooksTests {
  @Test func `without motion each key lets one event happen, and nothing else does`() {
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

  @Test func `without motion a scroll is seen at its end at once`() {
    let session = RaceSession(allowsMotion: false)
    session.press(.enter, .down)
    #expect(session.browser.layers.wakeInterval == nil)
    #expect(session.text.contains("wants 04"))
  }

  @Test(arguments: Theme.names)
  func `title, names and what is wrong look as the theme says`(name: String) throws {
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

  @Test func `the cursor stands where reading begins`() {
    let session = RaceSession()
    session.press(.enter)
    #expect(session.browser.frame().cursor == CellPoint(column: 1, row: 0))
  }
}
