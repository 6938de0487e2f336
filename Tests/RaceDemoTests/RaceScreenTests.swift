import Terminal
import Testing

/// Whole screens; what they must say besides is in `RaceLayerTests`.
@MainActor
@Suite("The screens of the demo")
struct RaceScreenTests {
  @Test func `the opening card asks what the demo is about`() {
    let session = RaceSession()
    #expect(session.text == RaceScreens.opening)
  }

  @Test func `the story stops at the first late answer and says beside the cell what happened`() {
    let session = RaceSession()
    session.playToStop()
    #expect(session.text == RaceScreens.stop)
  }

  @Test func `with the check off the right side is as wrong at the same moment`() {
    let session = RaceSession()
    session.playToStop()
    session.press("f")
    #expect(session.text == RaceScreens.stopUnchecked)
  }

  @Test func `a scroll is seen on its way`() {
    let session = RaceSession()
    session.press(.enter, "j")
    #expect(session.text == RaceScreens.slide)
  }

  @Test func `the end card has the count and the fix`() {
    let session = RaceSession()
    session.playToEnd()
    #expect(session.text == RaceScreens.ending)
  }

  @Test func `behind the end card the cells are as they stay`() {
    let session = RaceSession()
    session.playToEnd()
    session.press(" ")
    #expect(session.text == RaceScreens.rest)
  }

  @Test func `on a larger screen a lane has two lines, and times below`() {
    let session = RaceSession(columns: 120, rows: 40)
    session.playToStop()
    #expect(session.text == RaceScreens.largeStop)
    session.press(" ")
    session.play()
    #expect(session.text == RaceScreens.largeEnding)
  }

  @Test func `on a huge screen a lane has three lines, and a sentence one or two`() {
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
  func `a screen that is too small says so`(columns: Int, rows: Int) {
    let session = RaceSession(columns: columns, rows: rows)
    let words = session.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.hasPrefix("The demo needs a screen of 40x12 or more."))
    #expect(words.hasSuffix("? help q back"))
  }
}
