import ExpiringCache
import Imaging
import Storage
import Terminal

struct CachePanelView {
  let panel: CachePanel
  let tiers: [StorageTier: TierUsage]
  let holdings: PictureHoldings?
  let shared: DisplayText?
  let scale: BlockScale
  let keys: [String]
  let styles: Styles

  private static let title = " caches "

  func draw(into frame: inout Frame, _ layout: CachePanelLayout) {
    var picture = Canvas(size: layout.frame.size)
    CacheBars(statistics: panel.statistics, scale: scale, styles: styles)
      .draw(into: &picture, layout.bars)
    TierTable(
      tiers: tiers.merging([.memory: panel.memory]) { $1 }, holdings: holdings, shared: shared,
      styles: styles
    ).draw(into: &picture, layout.tiers)
    CacheCurve(seconds: panel.statistics.lastMinuteBySecond, scale: scale, styles: styles)
      .draw(into: &picture, layout.curve)
    CacheLosses(statistics: panel.statistics, styles: styles).draw(into: &picture, layout.losses)
    CacheList(panel: panel, styles: styles).draw(into: &picture, layout.list)
    picture.draw(
      DisplayText(keys.joined(separator: "  ")), at: layout.keys.origin,
      columns: layout.keys.size.columns, style: styles[.quiet])
    drawBorder(into: &picture)
    frame.lay(picture, at: layout.frame.origin)
    let (list, selected) = (layout.list.origin, panel.selection - panel.firstShown)
    frame.cursor = CellPoint(
      column: layout.frame.origin.column + list.column,
      row: layout.frame.origin.row + list.row + 1 + selected)
  }

  private func drawBorder(into canvas: inout Canvas) {
    canvas.drawBorder(around: canvas.bounds, styles)
    canvas.draw(
      DisplayText(Self.title), at: CellPoint(column: 2, row: 0), columns: canvas.size.columns - 4,
      style: styles[.key]
    )
  }
}

struct CachePanelLayout: Hashable {
  /// The panel with its border, on the screen; all other rectangles are relative to its corner.
  let frame: Rect
  let bars: Rect
  let tiers: Rect
  let curve: Rect
  let losses: Rect
  let list: Rect
  let keys: Rect

  private static let largest = CellSize(columns: 100, rows: 40)
  private static let (barRows, lossRows, keyRows, leastListRows) = (2, 3, 1, 4)

  /// `area` is the screen without its status line.
  init(over area: Rect, hasPictures: Bool, isSharing: Bool = false) {
    let usualTierRows = 1 + StorageTier.allCases.count + (hasPictures ? 1 : 0) + (isSharing ? 1 : 0)
    frame = area.centred(
      CellSize(
        columns: min(area.size.columns, Self.largest.columns),
        rows: min(area.size.rows, Self.largest.rows)))
    let rows = frame.size.rows - 2
    let gap = rows >= 30 ? 1 : 0
    let least = Self.barRows + Self.lossRows + Self.keyRows + 4 * gap + Self.leastListRows
    let tierRows = rows >= least + usualTierRows ? usualTierRows : 0
    let spare = rows - least - tierRows
    let curveRows = spare >= 18 ? 9 : spare >= 5 ? 5 : 0
    let columns = max(0, frame.size.columns - 4)
    var row = 1
    func part(_ rows: Int, gap: Int) -> Rect {
      defer { row += max(0, rows) + gap }
      return Rect(column: 2, row: row, columns: columns, rows: max(0, rows))
    }
    bars = part(Self.barRows, gap: gap)
    tiers = part(tierRows, gap: gap)
    curve = part(curveRows, gap: gap)
    losses = part(Self.lossRows, gap: gap)
    list = part(Self.leastListRows + spare - curveRows, gap: 0)
    keys = part(Self.keyRows, gap: 0)
  }

  /// The index in the visible part of the list at a screen position; nil outside.
  func listedRow(at point: CellPoint) -> Int? {
    let row = point.row - frame.origin.row - list.origin.row - 1
    return (0..<listedRows).contains(row) ? row : nil
  }

  var listedRows: Int { max(0, list.size.rows - 1) }
}
