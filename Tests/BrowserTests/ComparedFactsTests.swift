import Browser
import ImagePipeline
import Imaging
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("The info panel beside compared photos", .timeLimit(.minutes(30)))
struct ComparedFactsTests {
  @Test func `the info panel shows the metadata of the photo with the focus`() async {
    let stage = BrowserStage(["a.jpg", "b.jpg", "c.jpg"], columns: 78, rows: 22)
    await stage.settle()
    stage.type("<Enter><Tab>e")
    await stage.settle()
    var metadata = PhotoMetadata()
    for title in ["Dunes", "Sea"] {
      metadata.title = title
      await stage.read(.success(metadata))
      #expect(stage.text.contains("│ Title         \(title)  "))
      // Below the panel no photo is drawn.
      #expect(stage.browser.frame().canvas.row(12).dropFirst(40).allSatisfy { $0 == .blank })
      stage.type("<Tab>")
      await stage.settle()
    }
    #expect(stage.loader.readings.questions.map { "\($0)" } == ["a.jpg", "b.jpg"])
    #expect(stage.text.contains("Dunes"))
  }
}
