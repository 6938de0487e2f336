import Browser
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Dragging a photo", .timeLimit(.minutes(30)))
struct DraggingTests {
  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 30, rows: 8)
    stage.type("<Enter>")
    await stage.settle()
    stage.type(keys)
    await stage.settle()
    return stage
  }

  private func drag(_ stage: BrowserStage, columns: Int, rows: Int) {
    let action = MouseAction.drag(columns: columns, rows: rows)
    stage.browser.handle(.terminal(.mouse(action, at: CellPoint(column: 5, row: 5))))
  }

  /// The origin of the visible part in the photo, in character cells.
  private func origin(_ stage: BrowserStage) -> CellPoint? {
    (stage.top as? ViewerLayer)?.viewer.view?.seen.origin
  }

  @Test func `dragging pans a photo larger than the screen, up to its edges`() async {
    // 640 by 480 pixels of the terminal: 80 by 30 characters.
    let stage = await stage("=8+")
    #expect(origin(stage) == CellPoint(column: 25, row: 12))
    drag(stage, columns: 3, rows: -2)
    #expect(origin(stage) == CellPoint(column: 22, row: 14))
    drag(stage, columns: 50, rows: 50)
    #expect(origin(stage) == CellPoint(column: 0, row: 0))
  }

  @Test func `dragging does nothing to a photo that fits, nor outside the viewer`() async {
    let stage = await stage("")
    drag(stage, columns: 3, rows: 0)
    #expect(origin(stage) == CellPoint(column: 0, row: 0))
    #expect(stage.grid.selection.index == 0 && stage.top is ViewerLayer)
    for keys in ["q", "?", "C"] as [KeyScript] {
      stage.type(keys)
      let top = stage.top?.keys.keymap.title
      drag(stage, columns: 3, rows: 0)
      #expect(stage.top?.keys.keymap.title == top && stage.grid.selection.index == 0)
    }
  }
}
