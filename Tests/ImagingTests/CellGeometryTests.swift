import Imaging
import Testing

@Suite("The geometry of an image in character cells")
struct CellGeometryTests {
  private static let quadrants = PixelSize(width: 2, height: 2)

  @Test(arguments: [
    (PixelSize(width: 100, height: 100), CellSize(columns: 40, rows: 20), 40, 20),
    (PixelSize(width: 4000, height: 3000), CellSize(columns: 40, rows: 20), 40, 15),
    (PixelSize(width: 3000, height: 4000), CellSize(columns: 40, rows: 20), 30, 20),
    (PixelSize(width: 9000, height: 10), CellSize(columns: 40, rows: 20), 40, 1),
    (PixelSize(width: 10, height: 9000), CellSize(columns: 40, rows: 20), 1, 20),
    (PixelSize(width: 1, height: 1), CellSize(columns: 1, rows: 1), 1, 1),
  ])
  func `an image covers as much of the box as its shape allows`(
    picture: PixelSize, box: CellSize, columns: Int, rows: Int
  ) {
    let geometry = CellGeometry(
      fitting: picture, in: box, grid: Self.quadrants, cellAspect: 0.5)
    #expect(geometry.cells == CellSize(columns: columns, rows: rows))
  }

  @Test func `the geometry depends on the shape of the character cell`() {
    func cells(_ cellAspect: Double) -> CellSize {
      CellGeometry(
        fitting: PixelSize(width: 100, height: 100), in: CellSize(columns: 40, rows: 40),
        grid: Self.quadrants, cellAspect: cellAspect
      ).cells
    }
    #expect(cells(1) == CellSize(columns: 40, rows: 40))
    #expect(cells(0.4) == CellSize(columns: 40, rows: 16))
  }

  @Test(arguments: [
    // Straight edges at the cost of 4 % of the width, and none where they would cost more.
    (4.0 / 3, SymbolSet.quadrants, 36, 14, 0.964),
    (6.0, .quadrants, 36, 3, 1),
    (6.0, .half, 18, 3, 1),
    (6.0, .sextants, 40, 5, 1),
    (6.0, .ascii, 12, 1, 1),
    (20.0, .quadrants, 40, 1, 1),
    (1.0 / 11, .quadrants, 4, 22, 1),
    (100, .quadrants, 40, 1, 1),
  ])
  func `an image may be cropped slightly for straight edges, a panorama is not`(
    aspect: Double, symbols: SymbolSet, width: Int, height: Int, visibleWidth: Double
  ) {
    let box = CellSize(columns: aspect == 4.0 / 3 ? 18 : 20, rows: aspect < 1 ? 12 : 7)
    let geometry = CellGeometry(
      fitting: PixelSize(width: Int((6000 * aspect).rounded()), height: 6000), in: box,
      grid: symbols.grid, cellAspect: 0.5)
    #expect(geometry.blocks == PixelSize(width: width, height: height))
    #expect(abs(geometry.visibleWidth - visibleWidth) < 0.001)
    #expect(abs(geometry.visibleHeight - 1) < 0.001)
  }

  @Test(arguments: SymbolSet.allCases)
  func `the geometry stays in the box, crops at most 5 % and preserves proportions`(
    symbols: SymbolSet
  ) {
    let grid = symbols.grid
    for width in stride(from: 1, to: 400, by: 13) {
      for height in stride(from: 1, to: 400, by: 17) {
        let box = CellSize(columns: 1 + width % 23, rows: 1 + height % 19)
        let geometry = CellGeometry(
          fitting: PixelSize(width: width, height: height), in: box, grid: grid, cellAspect: 0.47)
        let (cells, blocks) = (geometry.cells, geometry.blocks)
        #expect((1...box.columns).contains(cells.columns))
        #expect((1...box.rows).contains(cells.rows))
        #expect((1...cells.columns * grid.width).contains(blocks.width))
        #expect((1...cells.rows * grid.height).contains(blocks.height))
        #expect(max(geometry.visibleWidth, geometry.visibleHeight) == 1)
        #expect(min(geometry.visibleWidth, geometry.visibleHeight) >= 0.95 - 1e-9)
        // The visible part has the shape of its blocks, unless those are very few.
        let shown =
          Double(width) * geometry.visibleWidth / (Double(height) * geometry.visibleHeight)
        let covered =
          Double(blocks.width * grid.height) * 0.47 / Double(blocks.height * grid.width)
        #expect(
          abs(shown / covered - 1) < 1e-9 || min(blocks.width, blocks.height) == 1
            || max(blocks.width, blocks.height) <= 10)
      }
    }
  }
}
