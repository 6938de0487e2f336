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
    case .loading, .hint: if let progress = content.progress { draw(progress, into: &canvas, room) }
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
      let place = CellPoint(column: room.origin.column, row: room.rows.upperBound - 1)
      canvas.draw(Self.videoMark, at: place, columns: room.size.columns, style: styles[.kind])
    }
    if hasBadge, let provenance = content.provenance {
      OriginBadge(provenance: provenance).draw(into: &canvas, room, styles)
    }
  }

  /// The place of a loading image: filled if the theme has a background, else an outline or a dot.
  private func drawOutline(into canvas: inout Canvas, _ room: Rect) {
    guard styles[.placeholder].background == .standard else {
      return canvas.fill(room, with: styles[.placeholder])
    }
    guard room.size.columns >= 3, room.size.rows >= 3 else {
      canvas.fill(room.centred(CellSize(columns: 1, rows: 1)), with: styles[.placeholder, "·"])
      return
    }
    canvas.drawBorder(around: room, styles[.border])
  }

  private static let videoMark = DisplayText("video")

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

  var layout: CoverLayout { CoverLayout(in: cell.frame) }

  func draw(into frame: inout Frame) -> CellPoint {
    let (card, layout) = (cell.frame, layout)
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

  /// `12 + 3 folders`; nil unless it has both.
  var countWithFolders: String? {
    guard case .peek(let peek) = finding, peek.photoCount > 0, peek.folderCount > 0 else {
      return nil
    }
    return "\(count) + \(Self.folders(peek.folderCount, peek.hasMore ? "+" : ""))"
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

  nonisolated static func photos(_ count: Int, _ more: String = "") -> String {
    count == 1 && more.isEmpty ? "1 photo" : "\(count.grouped)\(more) photos"
  }

  static func folders(_ count: Int, _ more: String = "", noun: String = "folder") -> String {
    count == 1 ? "1 \(noun)" : "\(count.grouped)\(more) \(noun)s"
  }
}

/// The line below an image, which nothing covers: mark and rating, name, flag, label and kind.
struct CaptionView {
  let cell: VisibleCell
  let styles: Styles

  private typealias Part = (text: String, style: Theme.Part)

  /// Cells of fewer character cells get short forms.
  private static let usualColumns = 18
  /// The fewest columns in which a part of a name is worth more than the kind.
  private static let minNameWidth = 6
  static let sharpest = "◎"
  private static let frames = " frames"
  private static let moving = "▶"

  /// Draws in the last row of the cell: centred below the image, or over its right end if captions
  /// are off. Returns the first column.
  func draw(into canvas: inout Canvas) -> Int {
    let columns = cell.frame.size.columns
    let (before, after) = (leading, shownTrailing(columns))
    let room = max(0, columns - Self.width(of: before) - Self.width(of: after))
    let name = self.name(columns: room)
    let words =
      before.map { (DisplayText($0.text + " "), styles[$0.style]) }
      + name + after.map { (DisplayText(" " + $0.text), styles[$0.style]) }
    let width = words.reduce(0) { $0 + $1.0.width }
    let gap = columns - width
    let (row, end) = (cell.frame.rows.upperBound - 1, cell.frame.columns.upperBound)
    let first = cell.frame.origin.column + max(0, cell.caption == nil ? gap : gap / 2)
    var column = first
    for (text, style) in words where column < end {
      column += canvas.draw(text, column: column, row: row, columns: end - column, style: style)
    }
    return first
  }

  private var isSmall: Bool { cell.frame.size.columns < Self.usualColumns }

  private static func width(of parts: [Part]) -> Int {
    parts.reduce(0) { $0 + DisplayText($1.text).width + 1 }
  }

  private var leading: [Part] {
    let stars: Part? = cell.rating.map { rating in
      (Self.stars(rating, isShort: isSmall), rating < 0 ? .failure : .rating)
    }
    return [cell.isMarked ? ("✓", .mark) : nil, stars].compactMap(\.self)
  }

  static func stars(_ rating: Int, isShort: Bool = false) -> String {
    guard rating >= 0 else { return "✗" }
    return isShort ? "\(rating)★" : String(repeating: "★", count: min(rating, 5))
  }

  /// Most important first.
  private var trailing: [Part] {
    var parts: [Part] = []
    if cell.isPicked { parts.append(("⚑", .rating)) }
    if cell.isSharpest { parts.append((Self.sharpest, .rating)) }
    if let label = cell.label { parts.append(self.label(label)) }
    if cell.content.isTruncated { parts.append(("truncated", .truncated)) }
    if let count = cell.frameCount {
      parts.append((isSmall ? "\(count)" : "\(count)\(Self.frames)", .kind))
    }
    if cell.hasRaw { parts.append(("R+J", .kind)) }
    if cell.isVideo || cell.hasClip || cell.content.info?.canBePlayed == true {
      let time = cell.content.info?.duration.map { VideoTime.text(milliseconds: $0) }
      let words = [time, frame].compactMap(\.self).joined(separator: " · ")
      parts.append((words.isEmpty ? Self.moving : "\(Self.moving) \(words)", .kind))
    }
    return parts
  }

  /// The frame that is shown of a video: `3/10`.
  private var frame: String? {
    cell.scrubbedFrame.map { "\($0)/\(ImageRequest.moments.count)" }
  }

  /// Without the least important parts if hardly anything of the name would remain; of stacks, the
  /// number remains longer than its unit.
  private func shownTrailing(_ columns: Int) -> [Part] {
    let free = columns - Self.width(of: leading)
    let name = min(Self.minNameWidth, cell.caption.map { DisplayText(sanitising: $0).width } ?? 0)
    var parts = trailing
    while let last = parts.last, Self.width(of: parts) + name > free {
      if last.text.hasPrefix(Self.moving), last.text != Self.moving {
        let short = frame.map { "\(Self.moving) \($0)" } ?? Self.moving
        parts[parts.count - 1].text = last.text == short ? Self.moving : short
        continue
      }
      // Signs fit where a name does not.
      guard parts.count > 1 || DisplayText(last.text).width + 1 > free else { break }
      parts.removeLast()
      if last.text.hasSuffix(Self.frames) {
        parts.append((String(last.text.dropLast(Self.frames.count)), last.style))
      }
    }
    return parts
  }

  private func name(columns: Int) -> [(DisplayText, Glyph)] {
    guard let caption = cell.caption, columns > 0 else { return [] }
    let part: Theme.Part = cell.isSelected ? .selectedName : cell.isMarked ? .mark : .name
    let (name, style) = (DisplayText(sanitising: caption), styles[part])
    guard case .folder(let folder) = cell.content else {
      guard !cell.hasTitle, name.width > columns else {
        return [(name.cutAtEnd(to: columns), style)]
      }
      // The end of the stem tells photos of a series apart.
      let stem = DisplayText(sanitising: Array(PhotoNames.stem(of: caption)))
      return [(stem.truncated(to: columns), style)]
    }
    return self.name(of: folder, columns: columns)
  }

  /// With a blank on both sides, as the border of a selected card may be behind.
  private func name(of folder: FolderContent, columns: Int) -> [(DisplayText, Glyph)] {
    let name = DisplayText(sanitising: [0x20] + (cell.caption ?? []))
    let style = styles[cell.isSelected ? .selectedName : .card]
    // A photo count is never cut; a folder count is shown only if it fits.
    let words = FolderWords(finding: folder.finding)
    let whole = words.countWithFolders.map { DisplayText(" \($0) ") }
    let fitting = whole.flatMap { name.width + $0.width <= columns ? $0 : nil }
    let count = fitting ?? DisplayText(" \(words.count) ")
    let room = columns - count.width
    guard count.width > 2, room > 2, name.width <= room || folder.hasPhotos else {
      return [(name.cutAtEnd(to: columns), style), (DisplayText(" "), style)]
    }
    return [(name.cutAtEnd(to: room), style), (count, styles[.quiet])]
  }

  /// A dot of its colour, or a word without colours; a sign for labels of other programs.
  private func label(_ name: String) -> Part {
    guard let label = CullingLabel(name: name) else { return ("◆", .rating) }
    let part: Theme.Part =
      switch label {
      case .red: .redLabel
      case .yellow: .yellowLabel
      case .green: .greenLabel
      case .blue: .blueLabel
      case .purple: .purpleLabel
      }
    return (styles[part].foreground == .standard ? label.rawValue : "●", part)
  }
}
