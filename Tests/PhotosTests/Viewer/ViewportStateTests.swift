import Imaging
import Testing

@testable import Photos

@Suite("A photo seen through a viewport")
struct ViewportStateTests {
  private static let photo = PixelSize(width: 4000, height: 3000)
  private static let room = CellSize(columns: 100, rows: 40)
  private static let cell = PixelSize(width: 10, height: 20)

  private func sight(
    _ zoom: Zoom = .fit, of photo: PixelSize = Self.photo, turn: Orientation = .topLeft
  ) -> ViewportState {
    var sight = ViewportState(
      of: photo, turnedBy: turn, through: Viewport(), in: Self.room, cell: Self.cell)
    sight.zoom(to: zoom)
    return sight
  }

  @Test(arguments: [
    // A room of 1000 by 800 pixels.
    (Zoom.fit, photo, Orientation.topLeft, 0.25), (.fill, photo, .topLeft, 0.8 / 3),
    (.width, photo, .topLeft, 0.25), (.height, photo, .topLeft, 0.8 / 3),
    (.fit, photo, .rightTop, 0.2), (.width, photo, .leftBottom, 1.0 / 3),
    (.scale(2), photo, .topLeft, 2),
    // A small photo is never made larger, unless that is asked for.
    (.fit, PixelSize(width: 50, height: 80), .topLeft, 1),
    (.fill, PixelSize(width: 50, height: 80), .topLeft, 20),
  ])
  func `has the scale that was asked for`(
    zoom: Zoom, photo: PixelSize, turn: Orientation, scale: Double
  ) {
    #expect(abs(sight(zoom, of: photo, turn: turn).scale - scale) < 1e-9)
  }

  @Test func `goes from step to step, and not beyond the first and the last`() {
    var sight = sight(.scale(1))
    for scale in [1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 32] {
      sight.zoom(by: 1)
      #expect(sight.scale == scale)
    }
    sight.zoom(by: -10)
    #expect(sight.scale == 1)
    sight.zoom(by: -100)
    #expect(sight.scale == 0.06)
    // From between two steps to the nearest on either side.
    var between = self.sight(.height)
    between.zoom(by: 1)
    #expect(between.scale == 0.33)
    between = self.sight(.height)
    between.zoom(by: -1)
    #expect(between.scale == 0.25)
  }

  @Test func `fits or is cut, and stands in the middle where it is small`() {
    #expect(!sight(.fit).isCut)
    #expect(sight(.fit).wholeCells == CellSize(columns: 100, rows: 38))
    #expect(sight(.scale(1)).isCut)
    let small = sight(.scale(0.06))
    #expect(small.whole == PixelSize(width: 240, height: 180))
    #expect(small.seen == Rect(column: 0, row: 0, columns: 24, rows: 9))
    #expect(small.place(of: small.seen) == CellPoint(column: 38, row: 15))
  }

  @Test func `begins in the middle and is panned as far as the edges`() {
    var sight = sight(.scale(1))
    #expect(sight.seen == Rect(column: 150, row: 55, columns: 100, rows: 40))
    #expect(sight.place(of: sight.seen) == CellPoint(column: 0, row: 0))
    sight.pan(columns: 12, rows: -5)
    #expect(sight.seen.origin == CellPoint(column: 162, row: 50))
    sight.pan(columns: 1000, rows: 1000)
    #expect(sight.seen.origin == CellPoint(column: 300, row: 110))
    sight.pan(columns: -1, rows: 0)
    #expect(sight.seen.origin == CellPoint(column: 299, row: 110))
    sight.pan(columns: -1000, rows: -1000)
    #expect(sight.seen.origin == CellPoint(column: 0, row: 0))
  }

  @Test(arguments: [CellPoint(column: 20, row: 30), CellPoint(column: 99, row: 0)])
  func `keeps the point under the pointer when it grows`(point: CellPoint) {
    var sight = sight(.scale(1))
    func pixel(_ sight: ViewportState) -> SIMD2<Double> {
      let seen = sight.seen.origin
      return SIMD2(
        (Double(seen.column + point.column) + 0.5) * 10 / sight.scale,
        (Double(seen.row + point.row) + 0.5) * 20 / sight.scale)
    }
    let before = pixel(sight)
    sight.zoom(by: 2, around: point)
    #expect(sight.scale == 2)
    let moved = pixel(sight) - before
    // A view begins with a whole character cell.
    #expect(abs(moved.x) <= 5 && abs(moved.y) <= 10)
  }

  @Test(arguments: Orientation.allCases)
  func `draws what is seen, turned`(turn: Orientation) {
    let sight = sight(.scale(1), turn: turn)
    let part = sight.part(in: sight.seen)
    #expect(part.picture == Self.photo && part.turn == turn)
    #expect(part.whole == turn.shown(Self.photo))
    #expect(part.part.size == PixelSize(width: 1000, height: 800))
    #expect(part.region.size == turn.shown(part.part.size))
  }

  @Test func `ends with the photo, within a character cell`() {
    var sight = sight(.scale(1), of: PixelSize(width: 1505, height: 1210))
    sight.pan(columns: 1000, rows: 1000)
    let part = sight.part(in: sight.seen)
    #expect(part.part.columns.upperBound == 1505 && part.part.rows.upperBound == 1210)
    #expect(sight.seen == Rect(column: 51, row: 21, columns: 100, rows: 40))
  }
}
