import Catalog
import Grid
import Imaging
import Terminal

/// What is said of a photo of a feed, in lines below its picture.
struct PhotoWords {
  /// The lines, the title first.
  let lines: [(text: DisplayText, look: Glyph)]
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
    let all = parts.filter { !$0.0.isEmpty }.flatMap { bytes, look in
      DisplayText(sanitising: bytes).wrapped(to: columns).map { (text: $0, look: look) }
    }
    lines = Self.cut(all, to: photo.isCard ? area.rows - 2 : area.rows / 3, columns: columns)
  }

  private static func cut(
    _ lines: [(text: DisplayText, look: Glyph)], to count: Int, columns: Int
  ) -> [(text: DisplayText, look: Glyph)] {
    guard lines.count > count else { return lines }
    var shown = Array(lines.prefix(max(0, count)))
    if let last = shown.popLast() {
      shown.append((text: ended(last.text, columns: columns), look: last.look))
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
        line.text, at: CellPoint(column: left, row: row), columns: columns, look: line.look)
    }
  }
}
