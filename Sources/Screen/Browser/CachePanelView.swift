import Caching
import Grid
import Imaging
import Terminal
import Tiers

/// Draws the panel of the caches over what is there.
struct CachePanelView {
  let panel: CachePanel
  /// What the tiers on disk hold, as far as it is known.
  let tiers: [StorageTier: TierUsage]
  let scale: BlockScale
  /// The keys that do something here, each with a word.
  let keys: [String]

  private static let title = " caches "

  func draw(into frame: inout Frame, _ layout: CachePanelLayout) {
    var picture = Canvas(size: layout.frame.size)
    CacheBars(statistics: panel.statistics, scale: scale).draw(into: &picture, layout.bars)
    TierTable(tiers: tiers.merging([.memory: panel.memory]) { $1 }).draw(
      into: &picture, layout.tiers)
    CacheCurve(seconds: panel.statistics.lastMinuteBySecond, scale: scale)
      .draw(into: &picture, layout.curve)
    CacheLosses(statistics: panel.statistics).draw(into: &picture, layout.losses)
    CacheList(panel: panel).draw(into: &picture, layout.list)
    picture.draw(
      DisplayText(keys.joined(separator: "  ")), at: layout.keys.origin,
      columns: layout.keys.size.columns, look: Theme.quiet)
    drawBorder(into: &picture)
    cutWideGlyphs(around: layout.frame, in: &frame.canvas)
    frame.cover(with: picture, at: layout.frame.origin)
  }

  private func drawBorder(into canvas: inout Canvas) {
    let (right, bottom) = (canvas.size.columns - 1, canvas.size.rows - 1)
    for row in [0, bottom] {
      canvas.fill(Rect(column: 0, row: row, columns: right + 1, rows: 1), with: Theme.border("─"))
    }
    for column in [0, right] {
      canvas.fill(
        Rect(column: column, row: 0, columns: 1, rows: bottom + 1), with: Theme.border("│"))
    }
    for (corner, column, row) in [
      ("┌", 0, 0), ("┐", right, 0), ("└", 0, bottom), ("┘", right, bottom),
    ]
      as [(Unicode.Scalar, Int, Int)]
    {
      canvas.fill(Rect(column: column, row: row, columns: 1, rows: 1), with: Theme.border(corner))
    }
    canvas.draw(
      DisplayText(Self.title), at: CellPoint(column: 2, row: 0), columns: right - 3, look: Theme.key
    )
  }

  /// Takes away the halves of wide characters that would stay beside the panel.
  private func cutWideGlyphs(around frame: Rect, in canvas: inout Canvas) {
    for row in frame.intersection(canvas.bounds).rows {
      let (left, right) = (frame.columns.lowerBound, frame.columns.upperBound)
      if left > 0, canvas[left, row].isContinuation { canvas[left - 1, row] = .blank }
      if right < canvas.size.columns, canvas[right, row].isContinuation {
        canvas[right, row] = .blank
      }
    }
  }
}
