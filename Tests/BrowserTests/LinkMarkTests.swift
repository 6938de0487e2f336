import Browser
import Imaging
import Testing

@MainActor
@Suite("A slow link in the status line")
struct LinkMarkTests {
  @Test(arguments: [(PixelDetail.full, false), (.half, true), (.quarter, true)])
  func `a slow link is shown while images have less detail`(
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
