import Base
import ImagePipeline
import Imaging
import Photos
import Terminal

/// Draws the content of a cell: its tile, or an outline, progress, marks or an error message.
struct ContentView {
  let content: CellContent
  let styles: Styles
  var hasBadge = false
  /// Character cells at the right of the first row that are occupied.
  var takenColumns = 0
  var showsProgress = true
  var isVideo = false
  /// Whether animated images, which are shown as stills, are marked.
  var marksMotion = false
  var hasRaw = false
  /// The number of frames of the burst; nil for a single photo.
  var frameCount: Int?
  /// Whether a caption below already shows the title.
  var hasWordsBelow = false
  /// Position of the tile in the cell, perhaps partly outside; nil to center it.
  var place: CellPoint?

  func draw(into frame: inout Frame, _ room: Rect) {
    if case .folder(let folder) = content {
      return FolderView(content: folder, styles: styles).draw(into: &frame, room)
    }
    if let tile = content.tile { draw(tile, into: &frame, room) }
    drawWords(into: &frame.canvas, room)
  }

  private func draw(_ tile: Tile, into frame: inout Frame, _ room: Rect) {
    guard let place else { return frame.draw(tile, centredIn: room) }
    let origin = CellPoint(
      column: room.origin.column + place.column, row: room.origin.row + place.row)
    frame.draw(tile, at: origin, within: room)
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
    if isVideo {
      draw(Self.videoMark, into: &canvas, room)
    } else if marksMotion, content.info?.isMoving == true {
      draw(Self.motionMark, into: &canvas, room)
    } else if let mark = mark(isSmall: room.size.columns < 18) {
      draw(DisplayText(mark), into: &canvas, room)
    }
    if hasBadge, let provenance = content.provenance {
      var free = room
      free.size.columns -= takenColumns
      OriginBadge(provenance: provenance).draw(into: &canvas, free, styles)
    }
  }

  private func mark(isSmall: Bool) -> String? {
    let frames = frameCount.map { isSmall ? "\($0)" : "\($0) frames" }
    let words = [frames, hasRaw ? isSmall || frames != nil ? "R+J" : "RAW+JPEG" : nil]
    let mark = words.compactMap(\.self).joined(separator: " ")
    return mark.isEmpty ? nil : mark
  }

  /// The outline of a loading image, or a dot if the cell is too small.
  private func drawOutline(into canvas: inout Canvas, _ room: Rect) {
    guard room.size.columns >= 3, room.size.rows >= 3 else {
      canvas.fill(room.centred(CellSize(columns: 1, rows: 1)), with: styles[.placeholder, "·"])
      return
    }
    canvas.drawBorder(around: room, styles)
  }

  private static let videoMark = DisplayText("video")
  private static let motionMark = DisplayText("moves")

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
    let shown = lines.prefix(room.size.rows)
    let top = room.origin.row + (room.size.rows - shown.count) / 2
    for (line, row) in zip(shown, top...) {
      let columns = min(room.size.columns, line.width + 2)
      let column = room.origin.column + (room.size.columns - columns) / 2
      canvas.fill(Rect(column: column, row: row, columns: columns, rows: 1), with: .blank)
      canvas.drawCentred(line, row: row, in: room, style: style)
    }
    return top..<top + shown.count
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
    let time = "\(LoadTime(provenance.loadTime))"
    let short = provenance.isStale ? "stale" : String(provenance.origin.rawValue.prefix(1))
    let ways = ["\(provenance.text) \(time)", "\(short) \(time)", short]
    return ways.first { DisplayText($0).width <= columns } ?? ""
  }
}

extension Provenance {
  var text: String { isStale ? "\(origin.rawValue), stale" : origin.rawValue }
}
