import Imaging
import Photos
import Testing

/// The number of columns of a grid.
@Suite("Grid sizing")
struct GridSizingTests {
  private static let area = CellSize(columns: 80, rows: 23)
  private var sizing = GridSizing(area: area)

  private var columns: Int { layout.columns }

  private var layout: GridLayout {
    sizing.layout(
      in: Self.area, cellAspect: 0.5, hasHeadings: false, hasCaptions: true, hasCards: false)
  }

  @Test mutating func `few photos have fewer columns, but only in the first listing`() {
    #expect(columns == 4)
    let isFirst = sizing.list(2, hasMore: false, cellAspect: 0.5)
    #expect(isFirst && columns == 2)
    let isAgain = !sizing.list(100, hasMore: false, cellAspect: 0.5)
    #expect(isAgain && columns == 4)
    _ = sizing.list(2, hasMore: false, cellAspect: 0.5)
    #expect(columns == 4)
  }

  @Test mutating func `the default is used while more photos may be listed`() {
    _ = sizing.list(2, hasMore: true, cellAspect: 0.5)
    #expect(columns == 4)
  }

  @Test mutating func `steps of the zoom beyond its limit do not count`() {
    _ = sizing.list(100, hasMore: false, cellAspect: 0.5)
    sizing.zoom(by: 50)
    #expect(columns == 1)
    sizing.limitZoom(to: columns)
    sizing.zoom(by: -1)
    #expect(columns == 2)
  }

  @Test mutating func `another catalog preserves the zoom and nothing else`() {
    _ = sizing.list(2, hasMore: false, cellAspect: 0.5)
    sizing.zoom(by: 1)
    sizing = sizing.emptied()
    #expect(columns == 3)
  }

  @Test mutating func `another area is filled again`() {
    _ = sizing.list(2, hasMore: false, cellAspect: 0.5)
    sizing.resize(
      to: CellSize(columns: 20, rows: 40), 2, hasMore: false, cellAspect: 0.5)
    #expect(sizing.area.columns == 20 && columns == 1)
  }
}
