import Catalogs
import Imaging
import Photos
import Terminal

struct ViewerView {
  let visible: VisiblePhoto
  let styles: Styles
  let hasBadge: Bool
  var showsProgress = true
  var hidesText = false
  /// Fills the area around the image; nil for the terminal's background.
  var surroundings: Glyph?

  func draw(into frame: inout Frame) {
    let web = visible.photo?.onWeb
    let hasWords = visible.caption == nil && !hidesText
    let words = hasWords ? web.map { CaptionText($0, in: visible.frame.size) } : nil
    var room = visible.frame
    room.size.rows = max(1, room.size.rows - (visible.caption == nil ? words?.lines.count ?? 0 : 1))
    if let surroundings { frame.canvas.fill(room, with: surroundings) }
    ContentView(
      content: visible.content, styles: styles, hasBadge: hasBadge && !hidesText,
      showsProgress: showsProgress, isVideo: web?.isVideo == true && !hidesText,
      hasWordsBelow: words != nil, place: visible.place
    ).draw(into: &frame, room)
    if visible.hasFocus, !hidesText, let view = visible.view, view.isCut {
      Navigator(view: view, styles: styles).draw(into: &frame, room)
    }
    words?.draw(into: &frame.canvas, visible.frame, styles)
    if let caption = visible.caption { draw(caption, below: room, into: &frame.canvas) }
  }

  private func draw(_ caption: [UInt8], below room: Rect, into canvas: inout Canvas) {
    let stars = visible.rating.map { CaptionView.stars($0) } ?? ""
    let marks = [stars, visible.isSharpest ? CaptionView.sharpest : ""].filter { !$0.isEmpty }
    let mark = marks.flatMap { Array("\($0) ".utf8) }
    canvas.drawCentred(
      DisplayText(sanitising: mark + caption).cutAtEnd(to: room.size.columns),
      row: room.rows.upperBound,
      in: visible.frame, style: styles[visible.hasFocus ? .selectedName : .name])
  }
}

/// A frame for the whole photo with the visible part highlighted.
struct Navigator {
  let view: ViewportState
  let styles: Styles

  private static let largest = CellSize(columns: 12, rows: 6)

  func draw(into frame: inout Frame, _ room: Rect) {
    let size = self.size
    guard room.size.columns >= 3 * size.columns, room.size.rows >= 3 * size.rows else { return }
    let place = Rect(
      column: room.columns.upperBound - size.columns - 3, row: room.rows.upperBound - size.rows - 2,
      columns: size.columns + 2, rows: size.rows + 2)
    frame.canvas.fill(place, with: styles[.navigator, "·"])
    frame.canvas.drawBorder(around: place, styles[.border])
    frame.canvas.fill(view(in: place, size), with: styles[.navigatorView])
    if let cell = styles.pixelCell { overlay(place, pixels: cell, on: &frame) }
  }

  private func overlay(_ place: Rect, pixels cell: PixelSize, on frame: inout Frame) {
    let width = place.size.columns * cell.width
    let height = place.size.rows * cell.height
    func side(_ seen: Range<Int>, _ all: Int, _ length: Int) -> Range<Int> {
      let start = seen.lowerBound * length / all
      return start..<max(start + 4, min(length, seen.upperBound * length / all))
    }
    let columns = side(view.seen.columns, view.wholeCells.columns, width)
    let rows = side(view.seen.rows, view.wholeCells.rows, height)
    let outside = styles[.navigator].background.rgb ?? RGB(48, 48, 48)
    let inside = styles[.navigatorView].background.rgb ?? RGB(112, 112, 112)
    let edge = styles.imageBorder ?? RGB(208, 208, 208)
    frame.overlay(place, pixels: cell) { x, y in
      guard columns.contains(x), rows.contains(y) else { return outside }
      let isEdge =
        !columns.contains(x - 2) || !columns.contains(x + 2) || !rows.contains(y - 2)
        || !rows.contains(y + 2)
      return isEdge ? edge : inside
    }
  }

  private var size: CellSize {
    let (all, largest) = (view.wholeCells, Self.largest)
    let scale = min(
      Double(largest.columns) / Double(all.columns), Double(largest.rows) / Double(all.rows))
    return CellSize(
      columns: max(2, Int((Double(all.columns) * scale).rounded())),
      rows: max(2, Int((Double(all.rows) * scale).rounded())))
  }

  private func view(in place: Rect, _ size: CellSize) -> Rect {
    func side(_ seen: Range<Int>, _ all: Int, _ length: Int) -> Range<Int> {
      let scale = Double(length) / Double(all)
      let start = min(length - 1, Int((Double(seen.lowerBound) * scale).rounded(.down)))
      let end = Int((Double(seen.upperBound) * scale).rounded(.up))
      return start..<min(length, max(start + 1, end))
    }
    let columns = side(view.seen.columns, view.wholeCells.columns, size.columns)
    let rows = side(view.seen.rows, view.wholeCells.rows, size.rows)
    return Rect(
      column: place.origin.column + 1 + columns.lowerBound,
      row: place.origin.row + 1 + rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}

/// Title, author, date and description of a web photo, below its image.
struct CaptionText {
  let lines: [(text: DisplayText, part: Theme.Part)]
  private let columns: Int

  /// The longest readable line, in character cells.
  private static let longestLine = 100

  /// The texts take at most a third of `area`, or nearly all of it if there is no image.
  init(_ photo: WebPhoto, in area: CellSize) {
    columns = min(max(0, area.columns - 2), Self.longestLine)
    let byline = [photo.author, photo.date].compactMap { $0?.bytes }.joined(separator: " – ".utf8)
    let parts: [([UInt8], Theme.Part)] = [
      (photo.title?.bytes ?? [], .key), (Array(byline), .quiet),
      (photo.ownExplanation?.bytes ?? [], .text),
    ]
    let columns = columns
    let all = parts.filter { !$0.0.isEmpty }.flatMap { bytes, part in
      DisplayText(sanitising: bytes).wrapped(to: columns).map { (text: $0, part: part) }
    }
    lines = Self.cut(all, to: photo.isCard ? area.rows - 2 : area.rows / 3, columns: columns)
  }

  private static func cut(
    _ lines: [(text: DisplayText, part: Theme.Part)], to count: Int, columns: Int
  ) -> [(text: DisplayText, part: Theme.Part)] {
    guard lines.count > count else { return lines }
    var shown = Array(lines.prefix(max(0, count)))
    if let last = shown.popLast() {
      shown.append((text: ended(last.text, columns: columns), part: last.part))
    }
    return shown
  }

  private static func ended(_ line: DisplayText, columns: Int) -> DisplayText {
    var words = line.description.split(separator: " ")
    while words.count > 1, DisplayText(words.joined(separator: " ") + " …").width > columns {
      words.removeLast()
    }
    return DisplayText(words.joined(separator: " ") + " …").truncated(to: columns)
  }

  func draw(into canvas: inout Canvas, _ area: Rect, _ styles: Styles) {
    let left = area.origin.column + (area.size.columns - columns) / 2
    let top = area.rows.upperBound - lines.count
    for (line, row) in zip(lines, top...) {
      canvas.draw(line.text, column: left, row: row, columns: columns, style: styles[line.part])
    }
  }
}
