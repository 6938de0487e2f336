import Terminal
import Testing

/// Whole screens; their other texts are in `RaceLayerTests`.
@MainActor
@Suite("The screens of the demo")
struct RaceScreenTests {
  @Test func `the opening card explains the race before the first key`() {
    let session = RaceSession()
    #expect(session.text == RaceScreens.opening)
  }

  @Test func `the story stops at the first late response and describes it beside the cell`() {
    let session = RaceSession()
    session.playToStop()
    #expect(session.text == RaceScreens.stop)
  }

  @Test func `with the check off the right side is as wrong as the left at the same time`() {
    let session = RaceSession()
    session.playToStop()
    session.press("f")
    #expect(session.text == RaceScreens.stopUnchecked)
  }

  @Test func `a scroll has intermediate frames`() {
    let session = RaceSession()
    session.press(.enter, "j")
    #expect(session.text == RaceScreens.slide)
  }

  @Test func `the end card shows the counts and the fix`() {
    let session = RaceSession()
    session.playToEnd()
    #expect(session.text == RaceScreens.ending)
  }

  @Test func `Space hides the end card and shows the final cells`() {
    let session = RaceSession()
    session.playToEnd()
    session.press(" ")
    #expect(session.text == RaceScreens.rest)
  }

  @Test func `at 120 by 40 a lane has two lines, with times below the lanes`() {
    let session = RaceSession(columns: 120, rows: 40)
    session.playToStop()
    #expect(session.text == RaceScreens.largeStop)
    session.press(" ")
    session.play()
    #expect(session.text == RaceScreens.largeEnding)
  }

  @Test func `at 200 by 50 a lane has three lines, and a sentence one or two`() {
    let session = RaceSession(columns: 200, rows: 50)
    session.playToStop()
    #expect(session.text == RaceScreens.hugeStop)
  }

  @Test func `on a small screen one side is shown at a time`() {
    let session = RaceSession(columns: 40, rows: 12)
    #expect(session.text == RaceScreens.smallOpening)
    session.playToStop()
    #expect(session.text == RaceScreens.smallStop)
    session.press(.tab)
    #expect(session.text == RaceScreens.smallStopRight)
    session.press(" ")
    session.play()
    #expect(session.text == RaceScreens.smallEnding)
  }

  @Test(arguments: [(20, 6), (39, 24), (80, 11)])
  func `a screen below 40 by 12 shows the required size`(columns: Int, rows: Int) {
    let session = RaceSession(columns: columns, rows: rows)
    let words = session.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.hasPrefix("The demo needs a screen of 40x12 or more."))
    #expect(words.hasSuffix("? help q back"))
  }
}
