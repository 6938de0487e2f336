import Imaging
package import Photos
package import Terminal

/// Draws the cells of a grid with their captions.
package struct GridView {
  private let cells: [VisibleCell]
  private let hasBadges: Bool
  private let showsProgress: Bool
  private let styles: Styles

  /// The cells' frames are relative to the frame they are drawn into.
  package init(
    cells: [VisibleCell], hasBadges: Bool = false, showsProgress: Bool = true, styles: Styles
  ) {
    self.cells = cells
    self.hasBadges = hasBadges
    self.showsProgress = showsProgress
    self.styles = styles
  }

  package func draw(into frame: inout Frame) {
    for cell in cells { draw(cell, into: &frame) }
  }

  private func draw(_ cell: VisibleCell, into frame: inout Frame) {
    var room = cell.frame
    if cell.caption != nil { room.size.rows -= 1 }
    let tick = cell.isMarked ? DisplayText(room.size.columns < 6 ? "✓" : " ✓ ") : nil
    ContentView(
      content: cell.content, styles: styles, hasBadge: hasBadges, takenColumns: tick?.width ?? 0,
      showsProgress: showsProgress, isVideo: cell.isVideo, marksMotion: true,
      hasRaw: cell.hasRaw, frameCount: cell.frameCount
    ).draw(into: &frame, room)
    let caption = Self.caption(of: cell) ?? DisplayText("")
    frame.canvas.drawCentred(
      caption, row: room.rows.upperBound, in: cell.frame,
      style: styles[cell.isSelected ? .selectedName : .name])
    if cell.isSelected {
      frame.cursor = CellPoint(
        column: cell.frame.origin.column + (room.size.columns - caption.width) / 2,
        row: cell.frame.rows.upperBound - 1)
    }
    let hasNotes = NotesView(cell: cell, styles: styles).draw(on: room, into: &frame.canvas)
    if cell.content.isTruncated {
      drawTruncation(on: room, above: hasNotes ? 1 : 0, into: &frame.canvas)
    }
    if let tick { draw(tick, on: room, into: &frame.canvas) }
    if cell.isSelected { drawBars(around: cell.frame, into: &frame.canvas) }
  }

  /// A folder's photo count is never truncated; its folder count is shown only if it fits.
  private static func caption(of cell: VisibleCell) -> DisplayText? {
    guard let caption = cell.caption else { return nil }
    let (name, columns) = (DisplayText(sanitising: caption), cell.frame.size.columns)
    guard case .folder(let folder) = cell.content else { return name.cutAtEnd(to: columns) }
    let count = FolderWords(folder.finding).count
    let room = columns - count.count - 1
    let isCut = name.width > room
    guard !count.isEmpty, room > 1, !isCut || folder.hasPhotos else {
      return name.cutAtEnd(to: columns)
    }
    return DisplayText("\(name.cutAtEnd(to: room)) \(count)")
  }

  private func draw(_ tick: DisplayText, on room: Rect, into canvas: inout Canvas) {
    let place = CellPoint(column: room.columns.upperBound - tick.width, row: room.origin.row)
    canvas.draw(tick, at: place, columns: tick.width, style: styles[.mark])
  }

  private func drawTruncation(on room: Rect, above rows: Int, into canvas: inout Canvas) {
    let text = DisplayText("truncated").truncated(to: room.size.columns)
    let place = CellPoint(
      column: room.columns.upperBound - text.width,
      row: max(room.origin.row, room.rows.upperBound - 1 - rows))
    canvas.draw(text, at: place, columns: text.width, style: styles[.truncated])
  }

  /// Bars in the gaps beside the cell mark the selection without covering the image.
  private func drawBars(around frame: Rect, into canvas: inout Canvas) {
    let left = Rect(
      column: frame.origin.column - 1, row: frame.origin.row, columns: 1, rows: frame.size.rows)
    let right = Rect(
      column: frame.columns.upperBound, row: frame.origin.row, columns: 1, rows: frame.size.rows)
    canvas.fill(left, with: styles[.selection, "▐"])
    canvas.fill(right, with: styles[.selection, "▌"])
  }
}
