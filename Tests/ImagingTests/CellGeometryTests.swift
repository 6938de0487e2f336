import Imaging
import Testing

@Suite("The geometry of a picture in cells")
struct CellGeometryTests {
  @Test(arguments: [
    (PixelSize(width: 100, height: 100), CellSize(columns: 40, rows: 20), 40, 20),
    (PixelSize(width: 4000, height: 3000), CellSize(columns: 40, rows: 20), 40, 15),
    (PixelSize(width: 3000, height: 4000), CellSize(columns: 40, rows: 20), 30, 20),
    (PixelSize(width: 9000, height: 10), CellSize(columns: 40, rows: 20), 40, 1),
    (PixelSize(width: 10, height: 9000), CellSize(columns: 40, rows: 20), 1, 20),
    (PixelSize(width: 1, height: 1), CellSize(columns: 1, rows: 1), 1, 1),
  ])
  func `covers the largest part of the box in the right shape`(
    picture: PixelSize, box: CellSize, columns: Int, rows: Int
  ) {
    let geometry = CellGeometry(fitting: picture, in: box, cellAspect: 0.5)
    #expect(geometry.cells == CellSize(columns: columns, rows: rows))
  }

  @Test func `follows the shape of the character cell`() {
    let picture = PixelSize(width: 100, height: 100)
    let box = CellSize(columns: 40, rows: 40)
    #expect(CellGeometry(fitting: picture, in: box, cellAspect: 1).cells == box)
    #expect(
      CellGeometry(fitting: picture, in: box, cellAspect: 0.4).cells
        == CellSize(columns: 40, rows: 16))
  }

  @Test func `stays in the box and never stretches`() {
    for width in stride(from: 1, to: 400, by: 13) {
      for height in stride(from: 1, to: 400, by: 17) {
        let box = CellSize(columns: 1 + width % 23, rows: 1 + height % 19)
        let geometry = CellGeometry(
          fitting: PixelSize(width: width, height: height), in: box, cellAspect: 0.47)
        #expect((1...box.columns).contains(geometry.cells.columns))
        #expect((1...box.rows).contains(geometry.cells.rows))
        #expect(max(geometry.visibleWidth, geometry.visibleHeight) == 1)
        // What is shown has the shape of the cells that show it.
        let shown =
          Double(width) * geometry.visibleWidth / (Double(height) * geometry.visibleHeight)
        let cells = Double(geometry.cells.columns) * 0.47 / Double(geometry.cells.rows)
        #expect(abs(shown / cells - 1) < 1e-9)
      }
    }
  }
}
