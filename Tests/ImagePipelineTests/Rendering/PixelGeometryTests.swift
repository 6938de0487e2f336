import ImagePipeline
import Imaging
import Testing

@Suite("The geometry of an image in pixels")
struct PixelGeometryTests {
  private static let pictures = [
    (1, 1), (1, 1000), (1000, 1), (3, 2), (4000, 3000), (3000, 4001), (17, 19), (65535, 2),
    (2, 65535), (333, 334),
  ].map { PixelSize(width: $0.0, height: $0.1) }
  private static let boxes = [(1, 1), (1, 9), (9, 1), (40, 20), (7, 13), (200, 50)]
    .map { CellSize(columns: $0.0, rows: $0.1) }
  private static let cells = [
    (1, 1), (1, 2), (2, 1), (7, 15), (8, 16), (9, 18), (10, 20), (20, 40), (13, 13),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  @Test(arguments: pictures, boxes)
  func `an image is uncropped, centred and as large as the box allows`(
    picture: PixelSize, box: CellSize
  ) {
    for cell in Self.cells {
      let geometry = PixelGeometry(fitting: picture, in: box, cell: cell)
      let whole = PixelSize(width: box.columns * cell.width, height: box.rows * cell.height)
      let (room, shown, margin) = (geometry.room, geometry.picture, geometry.margin)
      #expect(geometry.cells.columns <= box.columns && geometry.cells.rows <= box.rows)
      #expect(room.width == geometry.cells.columns * cell.width)
      #expect(room.height == geometry.cells.rows * cell.height)
      #expect(min(shown.width, shown.height) >= 1)
      #expect(shown.width + 2 * margin.width == room.width)
      #expect(shown.height + 2 * margin.height == room.height)
      #expect(room.width - shown.width < cell.width && room.height - shown.height < cell.height)
      #expect(shown.width == whole.width || shown.height == whole.height)
      expectProportions(of: picture, whole, shown)
    }
  }

  /// Each side differs from that of the exact proportions by at most a pixel and a half.
  private func expectProportions(of picture: PixelSize, _ whole: PixelSize, _ shown: PixelSize) {
    let scale = min(
      Double(whole.width) / Double(picture.width), Double(whole.height) / Double(picture.height))
    let exact = SIMD2(Double(picture.width), Double(picture.height)) * scale
    #expect(abs(Double(shown.width) - max(1, exact.x)) <= 1.5)
    #expect(abs(Double(shown.height) - max(1, exact.y)) <= 1.5)
  }

  @Test(
    arguments: [
      (600, 400, 20, 10, 10, 20, 20, 7, 200, 134), (400, 600, 20, 10, 10, 20, 14, 10, 134, 200),
      (1, 1, 1, 1, 1, 1, 1, 1, 1, 1), (100, 1, 10, 5, 8, 16, 10, 1, 80, 2),
      (1, 1, 3, 1, 9, 18, 2, 1, 18, 18),
    ])
  func `the geometry has the known cells and pixels`(
    width: Int, height: Int, columns: Int, rows: Int, cellWidth: Int, cellHeight: Int,
    shownColumns: Int, shownRows: Int, shownWidth: Int, shownHeight: Int
  ) {
    let geometry = PixelGeometry(
      fitting: PixelSize(width: width, height: height), in: CellSize(columns: columns, rows: rows),
      cell: PixelSize(width: cellWidth, height: cellHeight))
    #expect(geometry.cells == CellSize(columns: shownColumns, rows: shownRows))
    #expect(geometry.picture == PixelSize(width: shownWidth, height: shownHeight))
  }
}
