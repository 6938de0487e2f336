import Browser
import Photos
import TestSupport
import Testing

/// Animations on whole screens.
@MainActor
@Suite("Whole screens with animations", .timeLimit(.minutes(30)))
struct MotionFrameTests {
  private func stage(_ frames: ScriptedFrames, columns: Int = 62) -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.gif"], columns: columns, rows: 8)
    stage.loader.move("b.gif", frames)
    return stage
  }

  /// Waits until the screen contains a text; drawing lets an animation continue.
  private func sees(_ text: String, _ stage: BrowserStage) async {
    await settleMainActor(until: { stage.text.contains(text) })
  }

  @Test func `in the grid animations have a play sign and do not play`() async {
    let stage = stage(ScriptedFrames(100, 100), columns: 42)
    await stage.settle()
    #expect(
      stage.text == """
        ╭aaaaaaaaaaaaaaaaaaa╮ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        │aaaaaaaaaaaaaaaaaaa│ bbbbbbbbbbbbbbbbbbb
        ╰aaaaaaaaaaaaaaaaaaa╯ bbbbbbbbbbbbbbbbbbb
                a.jpg               b.gif ▶
         1/2  a.jpg  40x30  1.2 kB
        """)
    #expect(stage.loader.motionCount == 0 && stage.clock.sleeperCount == 0)
  }

  @Test func `in the viewer an animation plays, and the status line shows its frame`() async {
    let stage = stage(ScriptedFrames(100, 100, 100))
    stage.type("l<Enter>")
    await stage.settle()
    await sees("0000", stage)
    await stage.clock.hasSleepers(1)
    stage.clock.advance(by: .milliseconds(100))
    await sees("1111", stage)
    let row = String(repeating: "1", count: 62)
    #expect(
      stage.text == """
        \(row)
        \(row)
        \(row)
        \(row)
        \(row)
        \(row)
        \(row)
         2/2  b.gif  frame 2  40x30     n/p next/prev  ? keys  q back
        """)
    await stage.clock.hasSleepers(1)
    stage.type("h")
    await stage.settle()
    #expect(stage.text.hasPrefix("aaaa") && !stage.text.contains("frame"))
    await stage.clock.hasSleepers(0)
  }

  @Test func `keys stop an animation, step its frames and change its speed`() async {
    let stage = stage(ScriptedFrames(100, 100, 100))
    stage.type("l<Enter>")
    await stage.settle()
    await sees("0000", stage)
    stage.type("<Space>]]")
    #expect(stage.statusLine == " 2/2  b.gif  frame 1 · 4x · stopped  40x30  1.2 kB  100 %")
    stage.type(".")
    await sees("1111", stage)
    stage.type("2.")
    await sees("0000", stage)
    #expect(stage.statusLine.hasPrefix(" 2/2  b.gif  frame 1/3 · 4x · stopped"))
    stage.type(",")
    await sees("2222", stage)
    stage.type("3[")
    #expect(stage.statusLine.hasPrefix(" 2/2  b.gif  frame 3/3 · 1/2x · stopped"))
    stage.type("h ")
    #expect(stage.statusLine.contains("Not an animation"))
  }

  @Test func `a damaged animation does not play, and the reason is shown`() async {
    let stage = stage(.damaged)
    stage.type("l<Enter>")
    await stage.settle()
    await sees("damaged", stage)
    #expect(stage.text.hasPrefix("bbbb"))
    #expect(stage.statusLine == " 2/2  b.gif  frame 1 · damaged  40x30  1.2 kB  100 %")
  }

  @Test func `an animation with a missing end is shown as truncated`() async {
    var frames = ScriptedFrames(100, 100)
    (frames.isComplete, frames.playCount) = (false, 1)
    let stage = stage(frames)
    stage.type("l<Enter>")
    await stage.settle()
    await sees("0000", stage)
    await stage.clock.hasSleepers(1)
    stage.clock.advance(by: .milliseconds(100))
    await sees("stopped", stage)
    #expect(stage.statusLine.hasPrefix(" 2/2  b.gif  frame 2/2 · stopped  truncated"))
  }

  @Test func `a zoomed, rotated or fitted animation shows the current frame`() async {
    let stage = stage(ScriptedFrames(100, 100, 100))
    stage.type("l<Enter>")
    await stage.settle()
    stage.type(" .")
    await sees("1111", stage)
    stage.type("4+")
    #expect(!stage.text.contains("bbbb"))
    await stage.settle()
    await settleMainActor(turns: 20)
    #expect(stage.text.contains("1111") && !stage.text.contains("bbbb"))
    #expect(stage.statusLine.contains("frame 2 · stopped"))
    stage.type(".")
    await sees("2222", stage)
    stage.type(">w")
    await stage.settle()
    await sees("2222", stage)
    #expect(!stage.text.contains("bbbb"))
  }

  @Test func `an animation does not play under the help`() async {
    let stage = stage(ScriptedFrames(100, 100, 100))
    stage.type("l<Enter>")
    await stage.settle()
    await sees("0000", stage)
    await stage.clock.hasSleepers(1)
    stage.type("?")
    stage.browser.show()
    for _ in 0..<9 {
      stage.clock.advance(by: .seconds(1))
      await settleMainActor(turns: 9)
      stage.browser.show()
    }
    #expect(stage.clock.sleeperCount == 0)
    stage.type("<Esc>")
    #expect(stage.text.hasPrefix("1111"))
  }
}
