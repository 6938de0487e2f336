import Base
import Catalogs
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

@MainActor
@Suite("Metadata beside the grid", .timeLimit(.minutes(30)))
struct GridFactsTests {
  private func read(_ title: String, in stage: BrowserStage) async {
    _ = stage.text
    var metadata = PhotoMetadata()
    metadata.title = title
    let last = stage.loader.readings.questions.count - 1
    stage.loader.readings.give(.success(metadata), to: last)
    // The sidecar is read, too; the time limit of the suite ends waiting.
    while !stage.text.contains(title) { await settleMainActor(turns: 1) }
  }

  @Test func `a key opens it beside the cells, which keep their selection, and closes it`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg", "c.jpg"], columns: 90, rows: 12)
    await stage.settle()
    stage.type("l")
    let plain = stage.text
    stage.type("e")
    await stage.settle()
    await read("Dunes", in: stage)
    let text = stage.text
    #expect(text.contains("╭─ info ──") && text.contains("│ Title         Dunes"))
    let edge = stage.grid.visibleCells.map(\.frame.columns.upperBound).max() ?? 0
    #expect(edge <= FactsPanel.columnsBeside(in: CellSize(columns: 90, rows: 11)))
    #expect(stage.statusLine.contains("2/3  b.jpg"))
    stage.type("e")
    await stage.settle()
    #expect(stage.text == plain)
  }

  @Test func `it follows the selection and never shows values of another photo`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 90, rows: 12)
    await stage.settle()
    stage.type("e")
    await stage.settle()
    await read("Dunes", in: stage)
    stage.type("l")
    await stage.settle()
    #expect(!stage.text.contains("Dunes") && stage.text.contains("reading"))
    await read("Lake", in: stage)
    #expect(stage.text.contains("Lake") && !stage.text.contains("Dunes"))
  }

  @Test func `r reads it again`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 90, rows: 12)
    await stage.settle()
    stage.type("e")
    await stage.settle()
    await read("Dunes", in: stage)
    stage.type("r")
    await read("Lake", in: stage)
    #expect(stage.text.contains("Lake") && !stage.text.contains("Dunes"))
  }

  @Test func `in a narrow window it covers cells instead of shrinking them`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 60, rows: 12)
    await stage.settle()
    let frames = stage.grid.visibleCells.map(\.frame)
    stage.type("e")
    await stage.settle()
    #expect(stage.grid.visibleCells.map(\.frame) == frames)
    #expect(stage.text.contains("info"))
  }
}
