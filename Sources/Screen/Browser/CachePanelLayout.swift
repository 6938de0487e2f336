import Imaging
import Tiers

/// Where the panel lies, and in it its parts; what has no room is cut off below.
struct CachePanelLayout: Hashable {
  /// The panel with its border, in the area; all other places are counted from its corner.
  let frame: Rect
  /// The two bars, one above the other.
  let bars: Rect
  /// The table of tiers; without rows where there is no room.
  let tiers: Rect
  /// The curve with its axis below; without rows where there is no room.
  let curve: Rect
  /// The table of what has gone.
  let losses: Rect
  /// The list with its heading.
  let list: Rect
  /// The line of keys.
  let keys: Rect

  private static let largest = CellSize(columns: 100, rows: 40)
  /// The lines of the bars, of the losses, of the keys, and of the shortest list.
  private static let (barRows, lossRows, keyRows, leastListRows) = (2, 3, 1, 4)
  /// The lines of the table of tiers: a heading and one for each.
  private static let tierRows = 1 + StorageTier.allCases.count

  /// Lays the panel out over an area.
  init(over area: Rect) {
    frame = area.centred(
      CellSize(
        columns: min(area.size.columns, Self.largest.columns),
        rows: min(area.size.rows, Self.largest.rows)))
    let rows = frame.size.rows - 2
    let gap = rows >= 30 ? 1 : 0
    let least = Self.barRows + Self.lossRows + Self.keyRows + 4 * gap + Self.leastListRows
    let tierRows = rows >= least + Self.tierRows ? Self.tierRows : 0
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

  /// How many pictures can be listed.
  var listedRows: Int { max(0, list.size.rows - 1) }
}
