import Imaging
import Testing

@testable import Browser

@MainActor
@Suite("What the status line says of a slow link")
struct LinkMarkTests {
  @Test(arguments: [(PixelDetail.full, false), (.half, true), (.quarter, true)])
  func `it says so for as long as pictures have less detail for it`(
    detail: PixelDetail, isSlow: Bool
  ) {
    let form = PixelForm(
      encoding: .sixel, cell: PixelSize(width: 10, height: 20), detail: detail,
      characters: TileForm(symbols: .half, colors: .direct).characters)
    var line = StatusLine(facts: ["a.jpg"])
    line.trailing = ["offline"]
    var canvas = Canvas(size: CellSize(columns: 40, rows: 1))
    line.draw(into: &canvas, on: .pixels(form), Styles(on: .pixels(form)))
    #expect(canvas.description.hasSuffix(isSlow ? "  slow link  offline" : "  offline"))
    #expect(canvas.description.contains("slow") == isSlow)
  }
}
