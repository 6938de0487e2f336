import Catalog
package import Grid
package import Imaging
package import Terminal

/// Draws the cells of a grid, each with its picture and its name.
package struct GridView {
  private let cells: [VisibleCell]
  private let hasBadges: Bool
  private let background: RGB

  /// Makes a view.
  /// - Parameters:
  ///   - cells: The cells, whose frames are places in the frame they are drawn into.
  ///   - hasBadges: Whether each tells where its picture came from, and how long that took.
  ///   - background: What the terminal's background looks like, against which the selection is seen.
  package init(cells: [VisibleCell], hasBadges: Bool = false, background: RGB = RGB(0, 0, 0)) {
    self.cells = cells
    self.hasBadges = hasBadges
    self.background = background
  }

  /// Draws every cell; what lies outside the frame is cut off.
  package func draw(into frame: inout Frame) {
    let level = captionLevel
    for cell in cells { draw(cell, captioned: level, into: &frame) }
  }

  /// Which of the ways to name a photo is taken for all, so that they read alike: the longest for
  /// which every cell has room, or the shortest.
  private var captionLevel: Int {
    let last = (cells.map(\.captions.count).max() ?? 1) - 1
    return (0..<max(0, last)).first { level in
      cells.allSatisfy { cell in
        Self.caption(of: cell, level).width <= cell.frame.size.columns
      }
    } ?? max(0, last)
  }

  private static func caption(of cell: VisibleCell, _ level: Int) -> DisplayText {
    guard let last = cell.captions.indices.last else { return DisplayText("") }
    return DisplayText(sanitising: cell.captions[min(level, last)])
  }

  private func draw(_ cell: VisibleCell, captioned level: Int, into frame: inout Frame) {
    var room = cell.frame
    room.size.rows -= 1
    ContentView(content: cell.content, hasBadge: hasBadges, isVideo: cell.isVideo)
      .draw(into: &frame, room)
    frame.canvas.drawCentred(
      Self.caption(of: cell, level).cutAtEnd(to: cell.frame.size.columns),
      row: room.rows.upperBound, in: cell.frame,
      style: cell.isSelected ? Theme.selectedName : Theme.name)
    if cell.content.isTruncated { drawTruncation(below: room, into: &frame.canvas) }
    if cell.isSelected { drawBars(around: cell.frame, into: &frame.canvas) }
  }

  /// A mark at the lower right of a picture of which something is missing.
  private func drawTruncation(below room: Rect, into canvas: inout Canvas) {
    let text = DisplayText("truncated").truncated(to: room.size.columns)
    let place = CellPoint(
      column: room.columns.upperBound - text.width, row: room.rows.upperBound - 1)
    canvas.draw(text, at: place, columns: text.width, style: Theme.truncation)
  }

  /// Two bars in the gaps beside the cell, so that the selection is seen without covering a picture.
  private func drawBars(around frame: Rect, into canvas: inout Canvas) {
    let left = Rect(
      column: frame.origin.column - 1, row: frame.origin.row, columns: 1, rows: frame.size.rows)
    let right = Rect(
      column: frame.columns.upperBound, row: frame.origin.row, columns: 1, rows: frame.size.rows)
    canvas.fill(left, with: Theme.selectionBar("▐", on: background))
    canvas.fill(right, with: Theme.selectionBar("▌", on: background))
  }
}
