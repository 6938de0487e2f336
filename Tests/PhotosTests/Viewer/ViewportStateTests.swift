import Imaging
import Photos
import Testing

@Suite("Viewport state")
struct ViewportStateTests {
  private static let photo = PixelSize(width: 4000, height: 3000)
  private static let room = CellSize(columns: 100, rows: 40)
  private static let cell = PixelSize(width: 10, height: 20)

  private func view(
    _ zoom: Zoom = .fit, of photo: PixelSize = Self.photo, turn: Orientation = .topLeft
  ) -> ViewportState {
    var view = ViewportState(
      photo: photo, turn: turn, viewport: Viewport(), room: Self.room, cell: Self.cell)
    view.zoom(to: zoom)
    return view
  }

  @Test(arguments: [
    // A room of 1000 by 800 pixels.
    (Zoom.fit, photo, Orientation.topLeft, 0.25), (.fill, photo, .topLeft, 0.8 / 3),
    (.width, photo, .topLeft, 0.25), (.height, photo, .topLeft, 0.8 / 3),
    (.fit, photo, .rightTop, 0.2), (.width, photo, .leftBottom, 1.0 / 3),
    (.scale(2), photo, .topLeft, 2),
    // A small photo is enlarged only on request.
    (.fit, PixelSize(width: 50, height: 80), .topLeft, 1),
    (.fill, PixelSize(width: 50, height: 80), .topLeft, 20),
  ])
  func `the scale follows from the requested zoom`(
    zoom: Zoom, photo: PixelSize, turn: Orientation, scale: Double
  ) {
    #expect(abs(view(zoom, of: photo, turn: turn).scale - scale) < 1e-9)
  }

  @Test func `zooming goes from step to step, and not beyond the first and the last`() {
    var view = view(.scale(1))
    for scale in [1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 32] {
      view.zoom(by: 1)
      #expect(view.scale == scale)
    }
    view.zoom(by: -10)
    #expect(view.scale == 1)
    view.zoom(by: -100)
    #expect(view.scale == 0.06)
    // From between two steps to the nearest on either side.
    var between = self.view(.height)
    between.zoom(by: 1)
    #expect(between.scale == 0.33)
    between = self.view(.height)
    between.zoom(by: -1)
    #expect(between.scale == 0.25)
  }

  @Test(arguments: [
    // Of the photo's 1000 by 750 pixels, in the middle of 38 rows: columns 25 to 50, the lower half.
    (Zoom.fit, Orientation.topLeft, Rect(column: 25, row: 19, columns: 25, rows: 20)),
    // Four times as large, from column 150 and row 55 on.
    (.scale(1), .topLeft, Rect(column: -50, row: 20, columns: 100, rows: 75)),
    (.fit, .bottomRight, Rect(column: 50, row: 1, columns: 25, rows: 19)),
    // Of 600 by 800 pixels, from column 20 on.
    (.fit, .rightTop, Rect(column: 20, row: 10, columns: 30, rows: 10)),
  ])
  func `a face follows zoom, position and rotation`(zoom: Zoom, turn: Orientation, place: Rect)
    throws
  {
    let face = try #require(Face("Ann", center: SIMD2(0.375, 0.75), size: SIMD2(0.25, 0.5)))
    #expect(view(zoom, turn: turn).place(of: face) == place)
  }

  @Test func `a photo fits or is cut, and a small one is centred`() {
    #expect(!view(.fit).isCut)
    #expect(view(.fit).wholeCells == CellSize(columns: 100, rows: 38))
    #expect(view(.scale(1)).isCut)
    let small = view(.scale(0.06))
    #expect(small.whole == PixelSize(width: 240, height: 180))
    #expect(small.seen == Rect(column: 0, row: 0, columns: 24, rows: 9))
    #expect(small.place(of: small.seen) == CellPoint(column: 38, row: 15))
  }

  @Test func `a cut photo begins in the middle and is panned as far as its edges`() {
    var view = view(.scale(1))
    #expect(view.seen == Rect(column: 150, row: 55, columns: 100, rows: 40))
    #expect(view.place(of: view.seen) == CellPoint(column: 0, row: 0))
    view.pan(columns: 12, rows: -5)
    #expect(view.seen.origin == CellPoint(column: 162, row: 50))
    view.pan(columns: 1000, rows: 1000)
    #expect(view.seen.origin == CellPoint(column: 300, row: 110))
    view.pan(columns: -1, rows: 0)
    #expect(view.seen.origin == CellPoint(column: 299, row: 110))
    view.pan(columns: -1000, rows: -1000)
    #expect(view.seen.origin == CellPoint(column: 0, row: 0))
  }

  @Test(arguments: [CellPoint(column: 20, row: 30), CellPoint(column: 99, row: 0)])
  func `zooming in keeps the point under the pointer`(point: CellPoint) {
    var view = view(.scale(1))
    func pixel(_ view: ViewportState) -> SIMD2<Double> {
      let seen = view.seen.origin
      return SIMD2(
        (Double(seen.column + point.column) + 0.5) * 10 / view.scale,
        (Double(seen.row + point.row) + 0.5) * 20 / view.scale)
    }
    let before = pixel(view)
    view.zoom(by: 2, around: point)
    #expect(view.scale == 2)
    let moved = pixel(view) - before
    // A view begins with a whole character cell.
    #expect(abs(moved.x) <= 5 && abs(moved.y) <= 10)
  }

  @Test(arguments: Orientation.allCases)
  func `the drawn region is the visible part, rotated as the photo`(turn: Orientation) {
    let view = view(.scale(1), turn: turn)
    let part = view.part(in: view.seen)
    #expect(part.picture == Self.photo && part.turn == turn)
    #expect(part.whole == turn.shown(Self.photo))
    #expect(part.part.size == PixelSize(width: 1000, height: 800))
    #expect(part.region.size == turn.shown(part.part.size))
  }

  @Test func `the visible part ends with the photo, even within a character cell`() {
    var view = view(.scale(1), of: PixelSize(width: 1505, height: 1210))
    view.pan(columns: 1000, rows: 1000)
    let part = view.part(in: view.seen)
    #expect(part.part.columns.upperBound == 1505 && part.part.rows.upperBound == 1210)
    #expect(view.seen == Rect(column: 51, row: 21, columns: 100, rows: 40))
  }

  @Test(arguments: [
    // Scaled to the first, to odd sides, too.
    (PixelSize(width: 4000, height: 3000), PixelRect(x: 0, y: 0, width: 1000, height: 750)),
    (PixelSize(width: 1999, height: 1499), PixelRect(x: 0, y: 0, width: 1000, height: 750)),
    // Of other proportions: at the same scale from the upper left corner, cut where the first ends.
    (PixelSize(width: 4000, height: 2000), PixelRect(x: 0, y: 0, width: 1000, height: 500)),
    (PixelSize(width: 400, height: 3000), PixelRect(x: 0, y: 0, width: 100, height: 750)),
    (PixelSize(width: 5000, height: 5000), PixelRect(x: 0, y: 0, width: 1000, height: 750)),
  ])
  func `another photo in the same place is scaled to the first, or aligned at the upper left`(
    other: PixelSize, shown: PixelRect
  ) {
    let (first, second) = (view(), view(of: other))
    let part = first.part(in: first.seen)
    #expect(first.part(of: second, inPlaceOf: part)?.part == shown)
    #expect(first.isShaped(as: second) == second.isShaped(as: first))
  }

  @Test func `nothing of another photo is shown where it has ended`() {
    var first = view(.scale(1))
    first.pan(columns: 900, rows: 900)
    let part = first.part(in: first.seen)
    #expect(
      first.part(of: view(of: PixelSize(width: 2000, height: 2900)), inPlaceOf: part) == nil)
    #expect(
      first.part(of: view(of: PixelSize(width: 4000, height: 2900)), inPlaceOf: part)?.part
        .rows.upperBound == 2900)
    #expect(first.part(of: view(turn: .rightTop), inPlaceOf: part) == nil)
  }
}
