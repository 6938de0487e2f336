import Grid
import Imaging
import Pipeline
import Terminal
import Values

/// Draws what a cell shows into the room for its picture.
struct ContentView {
  let content: CellContent
  let styles: Styles
  /// Whether a badge tells where the picture came from.
  var hasBadge = false
  /// How much of the first row is taken at the right, in character cells.
  var takenColumns = 0
  /// Whether it is told how much of the picture has come.
  var showsProgress = true
  /// Whether the picture is the still of a video.
  var isVideo = false
  /// Whether a picture that moves is marked, as it stands still.
  var marksMotion = false
  /// Whether there is a raw file beside the picture.
  var hasRaw = false
  /// How many frames of a burst it stands for; nil where it stands for itself.
  var frameCount: Int?
  /// Whether what is said of the photo stands below the room already.
  var hasWordsBelow = false
  /// Where the tile stands in the room, perhaps partly outside; nil for its middle.
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

  /// Draws the marks on a picture, or what stands in its place.
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

  /// Whom a transfer waits for, or how far it is.
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

  /// What else the cell stands for: the frames of a burst, a raw file.
  private func mark(isSmall: Bool) -> String? {
    let frames = frameCount.map { isSmall ? "\($0)" : "\($0) frames" }
    let words = [frames, hasRaw ? isSmall || frames != nil ? "R+J" : "RAW+JPEG" : nil]
    let mark = words.compactMap(\.self).joined(separator: " ")
    return mark.isEmpty ? nil : mark
  }

  /// The outline of a picture that is on its way; a dot where there is no room for one.
  private func drawOutline(into canvas: inout Canvas, _ room: Rect) {
    guard room.size.columns >= 3, room.size.rows >= 3 else {
      canvas.fill(room.centred(CellSize(columns: 1, rows: 1)), with: styles[.placeholder, "·"])
      return
    }
    canvas.drawBorder(around: room, styles)
  }

  private static let videoMark = DisplayText("video")
  private static let motionMark = DisplayText("moves")

  /// A mark at the lower left of a still.
  private func draw(_ mark: DisplayText, into canvas: inout Canvas, _ room: Rect) {
    let place = CellPoint(column: room.origin.column, row: room.rows.upperBound - 1)
    canvas.draw(mark, at: place, columns: room.size.columns, style: styles[.kind])
  }

  /// The mark and the title in the middle, the mark first.
  private func draw(_ card: PhotoCard, into canvas: inout Canvas, _ room: Rect) {
    let mark = card.isVideo ? [Self.videoMark] : []
    let title =
      hasWordsBelow ? [] : DisplayText(sanitising: card.title).wrapped(to: room.size.columns)
    let lines = draw(mark + title, styles[.text], into: &canvas, room)
    guard card.isVideo, let first = lines.first else { return }
    canvas.drawCentred(Self.videoMark, row: first, in: room, style: styles[.kind])
  }

  /// Draws lines in the middle of the room, with a blank at both ends, since there may be a hint of the
  /// picture behind them.
  /// - Returns: The rows they are on.
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

/// A badge in the corner of a picture that tells where it came from and how long that took.
struct OriginBadge {
  let provenance: Provenance

  /// Draws the badge on the first row of a room, as much of it as there is room for.
  func draw(into canvas: inout Canvas, _ room: Rect, _ styles: Styles) {
    let text = DisplayText(text(fitting: room.size.columns))
    let style = styles[provenance.origin == .memory ? .memoryBadge : .loadBadge]
    canvas.draw(text, at: room.origin, columns: room.size.columns, style: style)
  }

  /// The longest of three ways to say it: `memory 0.1 ms`, `m 0.1 ms` and `m`; a stale response has
  /// `stale` in the place of the initial, since that counts for more.
  func text(fitting columns: Int) -> String {
    let time = "\(LoadTime(provenance.loadTime))"
    let short = provenance.isStale ? "stale" : String(provenance.origin.rawValue.prefix(1))
    let ways = ["\(provenance.text) \(time)", "\(short) \(time)", short]
    return ways.first { DisplayText($0).width <= columns } ?? ""
  }
}

extension Provenance {
  /// Where it came from, and whether it is past its lifetime: `disk response, stale`.
  var text: String { isStale ? "\(origin.rawValue), stale" : origin.rawValue }
}
