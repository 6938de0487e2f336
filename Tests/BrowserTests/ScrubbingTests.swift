import Browser
import Catalogs
import ImagePipeline
import Photos
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

  @Test(arguments: ["l.", "l,"] as [KeyScript])
  func `a photo has no frames`(keys: KeyScript) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.contains("Not a video") && moments(stage).isEmpty)
  }
}
