import Base
import Browser
import Catalogs
import Dispatch
import FileActions
import Photos
import TestSupport
import Testing

/// File actions on a disk that does not respond.
@MainActor
struct StalledActionTests {
  private let home = TemporaryFolder()
  private let gate = DispatchSemaphore(value: 0)

  private func stage() async -> BrowserStage {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { home.file(name) }
    let clock = WallClock { [gate] in
      gate.wait()
      return 0
    }
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg"].map(home.name), columns: 90, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")), clock: clock)))
    stage.type("D")
    await stage.settle()
    return stage
  }

  @Test(.timeLimit(.minutes(30))) func `keys are handled while an action waits`() async {
    let stage = await stage()
    #expect(stage.grid.selectedPhoto?.name == ByteString("b.jpg"))
    stage.type("l")
    #expect(stage.grid.selectedPhoto?.name == ByteString("c.jpg"))
    stage.type("h")
    #expect(stage.grid.selectedPhoto?.name == ByteString("b.jpg"))
    #expect(stage.layer?.isActing == true)
    gate.signal()
    await stage.finishActions()
    #expect(home.names(in: "data/Trash/files") == ["a.jpg"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `finish() waits five seconds for an action, and writes pending ratings`() async {
    let stage = await stage()
    stage.type(";4")
    let end = Task { await stage.layer?.finish() }
    await stage.clock.hasSleepers(1)
    stage.clock.advance(by: .seconds(5))
    await end.value
    #expect(stage.layer?.isActing == false)
    #expect(home.names(in: ".").filter { $0.hasSuffix(".xmp") } == ["b.jpg.xmp"])
    gate.signal()
  }
}
