import Browser
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// Ten frames of the selected video in the grid.
@MainActor
@Suite("Scrubbing") struct ScrubbingTests {
  private func stage(_ keys: KeyScript = "") async -> BrowserStage {
    let stage = BrowserStage(["a.mp4", "b.jpg", "c.webm"], columns: 90, rows: 8)
    stage.loader.move("a.mp4", ScriptedFrames(100))
    await stage.settle()
    stage.type(keys)
    await stage.settle()
    return stage
  }

  private func moments(_ stage: BrowserStage) -> [Int] {
    stage.loader.requests.compactMap(\.moment)
  }

  @Test(
    arguments: [
      (".", "a.mp4 ▶ 1/10"), ("..", "a.mp4 ▶ 2/10"), ("3.", "a.mp4 ▶ 3/10"), (",", "a.mp4 ▶ 10/10"),
      ("..,", "a.mp4 ▶ 1/10"), (".,", "a.mp4 ▶  "), ("10..", "a.mp4 ▶  "), (".l", "a.mp4 ▶  "),
      ("..lh", "a.mp4 ▶  "),
    ] as [(KeyScript, String)])
  func `keys step through ten frames and the poster, until another photo is selected`(
    keys: KeyScript, caption: String
  ) async {
    #expect(await stage(keys).text.contains(caption))
  }

  @Test func `a frame is a request of its own, and the next one is loaded ahead`() async {
    let stage = await stage(".")
    #expect(moments(stage) == [5, 15])
    let frame = stage.grid.cell(of: stage.grid.arrangement[0].id)
    #expect(frame?.viewModel?.request?.moment == 5)
    stage.type("..")
    await stage.settle()
    #expect(frame?.viewModel?.request?.moment == 25)
    stage.type("l")
    await stage.settle()
    #expect(frame?.viewModel?.request?.moment == nil && frame?.content.isFinal == true)
  }

  @Test func `a frame that arrives after the next step is dropped`() async {
    let stage = await stage()
    stage.type(".")
    await settleMainActor(turns: 4)
    stage.type(".")
    let cell = stage.grid.cell(of: stage.grid.arrangement[0].id)
    await stage.settle()
    #expect(cell?.viewModel?.request?.moment == 15)
    #expect(cell?.shownPicture?.0.moment == 15)
  }

  private func turn(_ action: MouseAction, over cell: Int, in stage: BrowserStage) {
    let origin = stage.grid.visibleCells[cell].frame.origin
    let point = CellPoint(column: origin.column + 1, row: origin.row + 1)
    stage.browser.handle(.terminal(.mouse(action, at: point)))
  }

  @Test(
    arguments: [
      ([.wheelRight], "a.mp4 ▶ 1/10"), ([.wheelLeft], "a.mp4 ▶ 10/10"),
      ([.wheelRight, .wheelRight, .wheelLeft], "a.mp4 ▶ 1/10"),
      ([.wheelRight, .wheelDown, .wheelUp, .wheelRight], "a.mp4 ▶ 2/10"),
    ] as [([MouseAction], String)])
  func `a horizontal wheel steps through the frames of the video under the pointer`(
    actions: [MouseAction], caption: String
  ) async {
    let stage = await stage()
    for action in actions { turn(action, over: 0, in: stage) }
    await stage.settle()
    #expect(stage.text.contains(caption))
  }

  @Test func `a horizontal wheel selects another video, and does nothing over a photo`() async {
    let stage = await stage(".")
    let before = stage.text
    turn(.wheelRight, over: 1, in: stage)
    await stage.settle()
    #expect(stage.text == before)
    turn(.wheelRight, over: 2, in: stage)
    await stage.settle()
    #expect(stage.grid.selection.index == 2)
    #expect(stage.grid.visibleCells.map(\.scrubbedFrame) == [nil, nil, 1])
  }

  @Test(arguments: ["l.", "l,"] as [KeyScript])
  func `a photo has no frames`(keys: KeyScript) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.contains("Not a video") && moments(stage).isEmpty)
  }
}
