import Imaging

/// The number of columns: the default, or fewer if all photos fit on one screen, and the zoom.
struct GridSizing {
  /// Area of the grid with its time scale, in character cells.
  private(set) var area: CellSize
  /// Columns without zoom; constant while photos are added and removed.
  private var usual: Int
  /// Columns fewer than by default; negative for more.
  private var zoom = 0
  private var isListed = false
  /// The largest number of listed cells so far, which fill the screen; nil if unknown.
  private var fillingCount: Int?

  init(area: CellSize) {
    self.area = area
    usual = GridLayout.defaultColumns(width: area.columns)
  }

  func emptied() -> GridSizing {
    var sizing = GridSizing(area: area)
    sizing.zoom = zoom
    return sizing
  }

  /// Adapts to a complete listing; returns whether it is the first. Columns never shrink then:
  /// photos added later are scrolled to, and cells keep their size.
  mutating func list(
    _ count: Int, hasMore: Bool, hasCards: Bool = false, cellAspect: Double
  ) -> Bool {
    let isFirst = !isListed
    isListed = true
    let columns = columns(for: hasMore ? nil : count, in: area, cellAspect, hasCards)
    usual = isFirst ? columns : max(usual, columns)
    fillingCount = hasMore ? nil : max(isFirst ? 0 : fillingCount ?? 0, count)
    return isFirst
  }

  mutating func resize(
    to area: CellSize, _ count: Int, hasMore: Bool, hasCards: Bool = false, cellAspect: Double
  ) {
    usual = columns(for: isListed && !hasMore ? count : nil, in: area, cellAspect, hasCards)
    if fillingCount != nil { fillingCount = count }
    self.area = area
  }

  mutating func zoom(by step: Int) {
    zoom += step
  }

  /// Drops steps of the zoom beyond the columns that fit.
  mutating func limitZoom(to columns: Int) {
    zoom = usual - columns
  }

  func layout(
    in area: CellSize, cellAspect: Double, hasHeadings: Bool, hasCaptions: Bool, hasCards: Bool
  ) -> GridLayout {
    GridLayout(
      area: area, columns: usual - zoom, cellAspect: cellAspect, hasHeadings: hasHeadings,
      hasCaptions: hasCaptions, hasCards: hasCards, count: fillingCount)
  }

  /// If all photos fit on one screen, the fewest columns that show all, which makes them largest.
  private func columns(
    for count: Int?, in area: CellSize, _ cellAspect: Double, _ hasCards: Bool
  ) -> Int {
    let shownAtOnce = count.flatMap {
      $0 > 0
        ? GridLayout.columns(
          showingAll: $0, in: area, cellAspect: cellAspect, hasCards: hasCards) : nil
    }
    return shownAtOnce ?? GridLayout.defaultColumns(width: area.columns)
  }
}
