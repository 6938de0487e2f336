import Base
import Catalogs
import Imaging
import Photos
import Terminal

/// Draws a folder's cover photos, a folder mark, or why it cannot be read.
struct FolderView {
  let content: FolderContent
  let styles: Styles

  func draw(into frame: inout Frame, _ room: Rect) {
    if let reason = content.finding?.failureReason {
      return drawCentred(
        DisplayText(reason).wrapped(to: room.size.columns), into: &frame.canvas, room)
    }
    guard !content.cover.isEmpty else { return drawMark(into: &frame.canvas, room) }
    let layout = CoverLayout(in: room.size)
    for (index, picture) in content.cover.enumerated() {
      // Errors of single photos are shown inside the folder, not on its cover.
      let shown = picture.failureReason == nil ? picture : .placeholder
      ContentView(content: shown, styles: styles)
        .draw(into: &frame, layout.frame(of: index, among: content.cover.count, in: room))
    }
  }

  private func drawCentred(_ lines: [DisplayText], into canvas: inout Canvas, _ room: Rect) {
    let shown = lines.prefix(room.size.rows)
    let top = room.origin.row + (room.size.rows - shown.count) / 2
    for (line, row) in zip(shown, top...) {
      canvas.drawCentred(line, row: row, in: room, style: styles[.failure])
    }
  }

  /// The outline of a folder with its tab, or a slash if the cell is too small.
  private func drawMark(into canvas: inout Canvas, _ room: Rect) {
    let size = CellSize(columns: min(room.size.columns, 12), rows: min(room.size.rows, 5))
    guard size.columns >= 6, size.rows >= 4 else {
      canvas.fill(room.centred(CellSize(columns: 1, rows: 1)), with: styles[.border, "/"])
      return
    }
    let mark = room.centred(size)
    let body = Rect(
      column: mark.origin.column, row: mark.origin.row + 1, columns: size.columns,
      rows: size.rows - 1)
    canvas.drawBorder(around: body, styles)
    canvas.draw(
      DisplayText("┌──┐"), at: mark.origin, columns: 4, style: styles[.quiet])
    canvas.draw(
      DisplayText("│  └"), at: body.origin, columns: 4, style: styles[.quiet])
  }
}

struct FolderWords {
  private let finding: FolderFinding?

  init(_ finding: FolderFinding?) {
    self.finding = finding
  }

  /// The photos in it, else the photos or folders below; empty while unknown.
  var count: String {
    guard case .peek(let peek) = finding else { return "" }
    let more = peek.hasMore ? "+" : ""
    guard peek.photoCount == 0, peek.folderCount > 0 else {
      return "\(peek.photoCount.grouped)\(more)"
    }
    guard peek.photoCountBelow > 0 else { return Self.folders(peek.folderCount, more) }
    return "\(peek.photoCountBelow.grouped)\(peek.hasMoreBelow ? "+" : "")"
  }

  var facts: [String] {
    switch finding {
    case nil: return []
    case .unreadable(let error): return ["\(error)"]
    case .peek(let peek):
      let more = peek.hasMore ? "+" : ""
      let folders = peek.folderCount == 0 ? [] : [Self.folders(peek.folderCount, more)]
      guard peek.photoCount == 0, !folders.isEmpty else {
        return [Self.photos(peek.photoCount, more)] + folders
      }
      guard peek.photoCountBelow > 0 else { return folders }
      let photos = Self.photos(peek.photoCountBelow, peek.hasMoreBelow ? "+" : "")
      return ["\(photos) in \(folders[0])"]
    }
  }

  private static func photos(_ count: Int, _ more: String) -> String {
    count == 1 && more.isEmpty ? "1 photo" : "\(count.grouped)\(more) photos"
  }

  private static func folders(_ count: Int, _ more: String) -> String {
    count == 1 ? "1 folder" : "\(count.grouped)\(more) folders"
  }
}
