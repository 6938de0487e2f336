import Imaging
import Testing

@testable import Terminal

@Suite("WindowSize")
struct WindowSizeTests {
  @Test(arguments: [
    (80, 24, 0, 0, 0.5), (100, 40, 900, 720, 0.5), (100, 40, 904, 688, 9.0 / 17.0),
    (80, 24, 80, 24, 1.0), (80, 24, 8000, 24, 0.5), (80, 24, 20, 20, 0.5),
  ])
  func `the shape of a character cell is what the terminal says, if a font can have it`(
    columns: Int, rows: Int, width: Int, height: Int, aspect: Double
  ) {
    let size = WindowSize(
      cells: CellSize(columns: columns, rows: rows),
      pixels: PixelSize(width: width, height: height))
    #expect(size.cellAspect == aspect)
  }

  @Test func `a descriptor that is no terminal has no size`() {
    #expect(WindowSize(of: -1) == nil)
  }
}
