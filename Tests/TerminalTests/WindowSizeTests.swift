import Imaging
import Terminal
import Testing

@Suite("WindowSize")
struct WindowSizeTests {
  @Test(arguments: [
    (80, 24, 0, 0, nil), (100, 40, 900, 720, PixelSize(width: 9, height: 18)),
    (100, 40, 904, 688, PixelSize(width: 9, height: 17)),
    (80, 24, 80, 24, PixelSize(width: 1, height: 1)), (80, 24, 8000, 24, nil),
    (80, 24, 20, 20, nil), (80, 24, 800, 0, nil),
    (10, 10, 2560, 2560, PixelSize(width: 256, height: 256)),
    (10, 10, 2570, 2570, nil),
  ])
  func `the window's pixels give the cell size, if it is one that a font can have`(
    columns: Int, rows: Int, width: Int, height: Int, cell: PixelSize?
  ) {
    let size = WindowSize(
      cells: CellSize(columns: columns, rows: rows),
      pixels: PixelSize(width: width, height: height))
    #expect(size.cell() == cell)
    #expect(size.hasPixels == (width * height > 0))
  }

  @Test func `pixels outside the cells are a border`() {
    let size = WindowSize(
      cells: CellSize(columns: 10, rows: 5), pixels: PixelSize(width: 130, height: 99))
    let border = size.border(aroundCellsOf: PixelSize(width: 9, height: 18))
    #expect(border == PixelSize(width: 40, height: 9))
    #expect(size.cell() == PixelSize(width: 13, height: 19))
    #expect(size.cell(border: border) == PixelSize(width: 9, height: 18))
    let tooLarge = size.border(aroundCellsOf: PixelSize(width: 99, height: 99))
    #expect(tooLarge == PixelSize(width: 0, height: 0))
  }

  @Test func `a descriptor that is not a terminal has no size`() {
    #expect(WindowSize(of: -1) == nil)
  }
}
