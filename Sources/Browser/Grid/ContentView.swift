import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal

/// Draws the content of a cell: its tile, or an outline, progress, marks or an error message.
struct ContentView {
  let content: CellContent
  let styles: Styles
  var hasBadge = false
  var showsProgress = true
  var isVideo = false
  /// Whether a caption below already shows the title.
  var hasWordsBelow = false
  /// Position of the tile in the cell, perhaps partly outside; nil to center it.
  var place: CellPoint?
  /// Drawn over the edges of the image, where the terminal can.
  var border: RGB?

  /// Returns the box of the tile; `room` without one.
  @discardableResult
  func draw(into frame: inout Frame, _ room: Rect) -> Rect {
    let box = content.tile.map { draw($0, into: &frame, room) }
    drawWords(into: &frame.canvas, room)
    return box ?? room
  }

  private func draw(_ tile: Tile, into frame: inout Frame, _ room: Rect) -> Rect {
    guard let place else {
      frame.draw(tile, centredIn: room, border: border)
      return room.centred(tile.size)
    }
    let origin = CellPoint(
      column: room.origin.column + place.column, row: room.origin.row + place.row)
    frame.draw(tile, at: origin, within: room)
    return Rect(origin: origin, size: tile.size).intersection(room)
  }

  private func drawWords(into canvas: inout Canvas, _ room: Rect) {
    switch content {
    case .empty, .folder: break
    case .placeholder: drawOutline(into: &canvas, room)
    case .loading, .hint:
      if let progress = content.progress { draw(progress, into: &canvas, room) }
    case .preview, .picture: drawMarks(into: &canvas, room)
    case .failure(let error):
      let reason = DisplayText(error.reason).wrapped(to: room.size.columns)
      draw(reason, styles[.failure], into: &canvas, room)
    case .card(let card): draw(card, into: &canvas, room)
    }
  }

  private func draw(_ progress: LoadProgress, into canvas: inout Canvas, _ room: Rect) {
    let host = progress.awaitedHost.map { DisplayText("waiting for \($0)") }
    let received = progress.percent.map { "\($0) %" } ?? "\(ByteCount(progress.received))"
    let amount = showsProgress ? received : "loading"
    let words = host?.wrapped(to: room.size.columns) ?? [DisplayText(amount)]
    draw(words, styles[.progress], into: &canvas, room)
  }

  private func drawMarks(into canvas: inout Canvas, _ room: Rect) {
    if isVideo { draw(Self.videoMark, into: &canvas, room) }
    if hasBadge, let provenance = content.provenance {
      OriginBadge(provenance: provenance).draw(into: &canvas, room, styles)
    }
  }

  /// The place of a loading image: filled if the theme has a background for it, else its outline,
  /// or a dot if the cell is too small.
  private func drawOutline(into canvas: inout Canvas, _ room: Rect) {
    guard styles[.placeholder].background == .standard else {
      return canvas.fill(room, with: styles[.placeholder])
    }
    guard room.size.columns >= 3, room.size.rows >= 3 else {
      canvas.fill(room.centred(CellSize(columns: 1, rows: 1)), with: styles[.placeholder, "·"])
      return
    }
    canvas.drawBorder(around: room, styles)
  }

  private static let videoMark = DisplayText("video")

  private func draw(_ mark: DisplayText, into canvas: inout Canvas, _ room: Rect) {
    let place = CellPoint(column: room.origin.column, row: room.rows.upperBound - 1)
    canvas.draw(mark, at: place, columns: room.size.columns, style: styles[.kind])
  }

  private func draw(_ card: PhotoCard, into canvas: inout Canvas, _ room: Rect) {
    let mark = card.isVideo ? [Self.videoMark] : []
    let title =
      hasWordsBelow ? [] : DisplayText(sanitising: card.title).wrapped(to: room.size.columns)
    let lines = draw(mark + title, styles[.text], into: &canvas, room)
    guard card.isVideo, let first = lines.first else { return }
    canvas.drawCentred(Self.videoMark, row: first, in: room, style: styles[.kind])
  }

  /// Pads lines with a blank on both sides, as a blurred preview may be behind; returns their rows.
  @discardableResult
  private func draw(
    _ lines: [DisplayText], _ style: Glyph, into canvas: inout Canvas, _ room: Rect
  ) -> Range<Int> {
    let rows = room.centredRows(lines.count)
    for (line, row) in zip(lines, rows) {
      let columns = min(room.size.columns, line.width + 2)
      let column = room.origin.column + (room.size.columns - columns) / 2
      canvas.fill(Rect(column: column, row: row, columns: columns, rows: 1), with: .blank)
      canvas.drawCentred(line, row: row, in: room, style: style)
    }
    return rows
  }
}

struct OriginBadge {
  let provenance: Provenance

  func draw(into canvas: inout Canvas, _ room: Rect, _ styles: Styles) {
    let text = DisplayText(text(fitting: room.size.columns))
    let style = styles[provenance.origin == .memory ? .memoryBadge : .loadBadge]
    canvas.draw(text, at: room.origin, columns: room.size.columns, style: style)
  }

  /// The longest fitting of `memory 0.1 ms`, `m 0.1 ms` and `m`; for stale responses the short
  /// forms have `stale` in place of the initial, as that matters more.
  func text(fitting columns: Int) -> String {
    let time = provenance.loadTime.shortText
    let short = provenance.isStale ? "stale" : String(provenance.origin.rawValue.prefix(1))
    let ways = ["\(provenance.text) \(time)", "\(short) \(time)", short]
    return ways.first { DisplayText($0).width <= columns } ?? ""
  }
}

extension Provenance {
  var text: String { isStale ? "\(origin.rawValue), stale" : origin.rawValue }
}

/// Draws a folder as a card: its cover photos, or why there are none, above its name.
struct FolderView {
  let cell: VisibleCell
  let content: FolderContent
  let styles: Styles
  let layout: CoverLayout

  init(cell: VisibleCell, content: FolderContent, styles: Styles) {
    (self.cell, self.content, self.styles) = (cell, content, styles)
    layout = CoverLayout(in: cell.frame)
  }

  /// Returns the first column of the name.
  func draw(into frame: inout Frame) -> CellPoint {
    let card = cell.frame
    frame.canvas.fill(card, with: styles[.card])
    if cell.isSelected, layout.hasMargin {
      frame.canvas.drawBorder(around: card, styles[.selection])
    }
    let count = content.cover.count
    for (index, picture) in content.cover.enumerated() {
      // Errors of single photos are shown inside the folder, not on its cover.
      ContentView(content: picture.tile == nil ? .placeholder : picture, styles: styles)
        .draw(into: &frame, layout.frame(of: index, among: count))
    }
    if count == 0, let fact = FolderWords(finding: content.finding).facts.first {
      let room = layout.frame(of: 0, among: 1)
      let lines = DisplayText(fact).wrapped(to: room.size.columns)
      let style = styles[content.finding?.failureReason == nil ? .quiet : .failure]
      for (line, row) in zip(lines, room.centredRows(lines.count)) {
        frame.canvas.drawCentred(line, row: row, in: room, style: style)
      }
    }
    var named = cell
    named.frame = layout.caption
    let column = CaptionView(cell: named, styles: styles).draw(into: &frame.canvas)
    return CellPoint(column: column, row: named.frame.origin.row)
  }
}

struct FolderWords {
  let finding: FolderFinding?

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

  nonisolated static func photos(_ count: Int, _ more: String = "") -> String {
    count == 1 && more.isEmpty ? "1 photo" : "\(count.grouped)\(more) photos"
  }

  static func folders(_ count: Int, _ more: String = "") -> String {
    count == 1 ? "1 folder" : "\(count.grouped)\(more) folders"
  }
}
