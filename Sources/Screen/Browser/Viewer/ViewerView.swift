import Catalog
import Grid
import Imaging
import Terminal

/// Draws one photo as large as the area allows, and below it what is said of it.
struct ViewerView {
  let content: CellContent
  let photo: Photo
  let hasBadge: Bool

  func draw(into frame: inout Frame, _ area: Rect) {
    guard let found = photo.onWeb else {
      return ContentView(content: content, hasBadge: hasBadge).draw(into: &frame, area)
    }
    let words = PhotoWords(found, in: area.size)
    var room = area
    room.size.rows = max(1, room.size.rows - words.lines.count)
    ContentView(
      content: content, hasBadge: hasBadge, isVideo: found.isVideo, hasWordsBelow: true
    ).draw(into: &frame, room)
    words.draw(into: &frame.canvas, area)
  }
}

/// What is said of a photo of a feed, in lines below its picture.
struct PhotoWords {
  /// The lines, the title first.
  let lines: [(text: DisplayText, style: Glyph)]
  private let columns: Int

  /// The longest line that reads well, in character cells.
  private static let longestLine = 100

  /// Breaks the words about a photo into lines.
  /// - Parameters:
  ///   - photo: What is known of it.
  ///   - area: The room for picture and words, in character cells. The words take a third of it at
  ///     most, or nearly all where there is no picture.
  init(_ photo: WebPhoto, in area: CellSize) {
    columns = min(max(0, area.columns - 2), Self.longestLine)
    let byline = [photo.author, photo.date].compactMap(\.self).joined(separator: " – ".utf8)
    let parts: [([UInt8], Glyph)] = [
      (photo.title ?? [], Theme.key), (Array(byline), Theme.quiet),
      (photo.explanation ?? [], .blank),
    ]
    let columns = columns
    let all = parts.filter { !$0.0.isEmpty }.flatMap { bytes, style in
      DisplayText(sanitising: bytes).wrapped(to: columns).map { (text: $0, style: style) }
    }
    lines = Self.cut(all, to: photo.isCard ? area.rows - 2 : area.rows / 3, columns: columns)
  }

  private static func cut(
    _ lines: [(text: DisplayText, style: Glyph)], to count: Int, columns: Int
  ) -> [(text: DisplayText, style: Glyph)] {
    guard lines.count > count else { return lines }
    var shown = Array(lines.prefix(max(0, count)))
    if let last = shown.popLast() {
      shown.append((text: ended(last.text, columns: columns), style: last.style))
    }
    return shown
  }

  /// A line with an ellipsis behind its last whole word that leaves room for one.
  private static func ended(_ line: DisplayText, columns: Int) -> DisplayText {
    var words = line.description.split(separator: " ")
    while words.count > 1, DisplayText(words.joined(separator: " ") + " …").width > columns {
      words.removeLast()
    }
    return DisplayText(words.joined(separator: " ") + " …").truncated(to: columns)
  }

  /// Draws the lines at the bottom of an area.
  func draw(into canvas: inout Canvas, _ area: Rect) {
    let left = area.origin.column + (area.size.columns - columns) / 2
    let top = area.rows.upperBound - lines.count
    for (line, row) in zip(lines, top...) {
      canvas.draw(
        line.text, at: CellPoint(column: left, row: row), columns: columns, style: line.style)
    }
  }
}
