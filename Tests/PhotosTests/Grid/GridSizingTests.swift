import Imaging
import Testing

@testable import Photos

/// How many columns a grid has.
@Suite("Grid sizing")
struct GridSizingTests {
  private static let area = CellSize(columns: 80, rows: 23)
  private var sizing = GridSizing(area: area)

  private var columns: Int { layout.columns }

  private var layout: GridLayout {
    sizing.layout(in: Self.area, cellAspect: 0.5, hasHeadings: false, hasCaptions: true)
  }

  @Test mutating func `few photos are larger, and columns never shrink after the first listing`() {
    #expect(columns == 4)
    let isFirst = sizing.list(2, hasMore: false, cellAspect: 0.5)
    #expect(isFirst && columns == 2)
    let isAgain = !sizing.list(100, hasMore: false, cellAspect: 0.5)
    #expect(isAgain && columns == 4)
    _ = sizing.list(2, hasMore: false, cellAspect: 0.5)
    #expect(columns == 4)
  }

  @Test mutating func `while more may come the default is used`() {
    _ = sizing.list(2, hasMore: true, cellAspect: 0.5)
    #expect(columns == 4)
  }

  @Test mutating func `steps of the zoom beyond what fits do not count`() {
    _ = sizing.list(100, hasMore: false, cellAspect: 0.5)
    sizing.zoom(by: 50)
    #expect(columns == 1)
    sizing.limitZoom(to: columns)
    sizing.zoom(by: -1)
    #expect(columns == 2)
  }

  @Test mutating func `another catalog keeps the zoom alone`() {
    _ = sizing.list(2, hasMore: false, cellAspect: 0.5)
    sizing.zoom(by: 1)
    sizing = sizing.emptied()
    #expect(columns == 3)
  }

  @Test mutating func `another area is filled anew`() {
    _ = sizing.list(2, hasMore: false, cellAspect: 0.5)
    sizing.resize(
      to: CellSize(columns: 20, rows: 40), 2, hasMore: false, cellAspect: 0.5)
    #expect(sizing.area.columns == 20 && columns == 1)
  }
}
