import Imaging
import Testing

@testable import Terminal

@Suite("Mouse reports")
struct MouseReportTests {
  @Test(arguments: [
    ("<0;1;1", false, MouseReport.Kind.leftPressed, 0, 0),
    ("<0;300;200", true, .leftReleased, 299, 199),
    ("<16;5;6", false, .leftPressed, 4, 5),
    ("<64;5;6", false, .wheelUp, 4, 5),
    ("<65;5;6", false, .wheelDown, 4, 5),
    ("<66;5;6", false, .wheelLeft, 4, 5),
    ("<67;5;6", false, .wheelRight, 4, 5),
    ("<83;5;6", false, .wheelRight, 4, 5),
    ("<67;5;6", true, .other, 4, 5),
    ("<2;5;6", false, .rightPressed, 4, 5),
    ("<32;5;6", false, .leftMoved, 4, 5),
    ("<36;5;6", false, .leftMoved, 4, 5),
    ("<34;5;6", false, .rightMoved, 4, 5),
    ("<35;5;6", false, .other, 4, 5),
  ])
  func `SGR mouse reports are parsed`(
    text: String, isRelease: Bool, kind: MouseReport.Kind, column: Int, row: Int
  ) {
    let report = MouseReport(parameters: Array(text.utf8), isRelease: isRelease)
    #expect(report == MouseReport(kind, at: CellPoint(column: column, row: row)))
  }

  @Test(arguments: ["<", "<0;1", "<0;1;1;1", "<0;0;1", "<0;;1", "0;1;1", "<0;1;999999", "<a;1;1"])
  func `an invalid report is refused`(text: String) {
    #expect(MouseReport(parameters: Array(text.utf8), isRelease: false) == nil)
  }

  @Test(arguments: [
    ([UInt32(32), 33, 33], MouseReport.Kind.leftPressed, 0, 0),
    ([35, 43, 53], .leftReleased, 10, 20),
    ([64, 43, 53], .leftMoved, 10, 20),
    ([96, 33, 34], .wheelUp, 0, 1),
    ([97, 33, 34], .wheelDown, 0, 1),
    ([98, 33, 34], .wheelLeft, 0, 1),
    ([99, 33, 34], .wheelRight, 0, 1),
  ])
  func `mouse reports of the oldest form are parsed`(
    characters: [UInt32], kind: MouseReport.Kind, column: Int, row: Int
  ) {
    let point = CellPoint(column: column, row: row)
    #expect(MouseReport(legacy: characters) == MouseReport(kind, at: point))
  }
}
