import Terminal

/// Two columns if wide; in a narrow column the texts are below the keys.
struct HelpPage {
  struct Line {
    var key = DisplayText("")
    var text = DisplayText("")
    var isHeading = false
    /// Start of the text, in character cells from the left of the column.
    var indentation = 0
    /// The whole entry that this line is part of.
    var whole = ""
  }

  let columns: [[Line]]
  let width: Int

  /// The width in character cells from which there are two columns.
  private static let wide = 100
  /// Below this column width, in character cells, texts are below their keys.
  private static let narrow = 44
  private static let margin = 2

  init(_ sections: [HelpText.Section], width: Int) {
    let count = width >= Self.wide ? 2 : 1
    let columnWidth = max(1, (width - Self.margin) / count - Self.margin)
    self.width = columnWidth
    let left = sections.flatMap(\.entries).map { DisplayText($0.left).width }.max() ?? 0
    let lines = sections.map { section in
      Self.lines(of: section, width: columnWidth, indentation: left + 2)
    }
    columns = Self.distribute(lines, over: count)
  }

  /// Only the first row of each entry, column by column.
  func rows(with text: String) -> [Int] {
    let text = text.lowercased()
    guard !text.isEmpty else { return [] }
    return columns.flatMap { lines in
      lines.indices.filter { row in
        let isFirst = row == 0 || lines[row - 1].whole != lines[row].whole
        return isFirst && lines[row].whole.lowercased().contains(text)
      }
    }
  }

  /// If the heading has scrolled off, it replaces the first line, to keep the context visible.
  func lines(inColumn index: Int, from first: Int) -> [Line] {
    var lines = Array(columns[index].dropFirst(first))
    let before = columns[index].prefix(first)
    guard let top = lines.first, !top.isHeading, !top.whole.isEmpty,
      let heading = before.last(where: \.isHeading)
    else { return lines }
    lines[0] = heading
    return lines
  }

  var rowCount: Int { columns.map(\.count).max() ?? 0 }

  func left(ofColumn index: Int) -> Int { Self.margin + index * (width + Self.margin) }

  private static func lines(of section: HelpText.Section, width: Int, indentation: Int) -> [Line] {
    let heading = DisplayText(section.title).wrapped(to: width).map {
      Line(text: $0, isHeading: true, whole: section.title)
    }
    return heading
      + section.entries.flatMap { entry in
        var lines =
          width < narrow
          ? stacked(entry.left, entry.right, width: width)
          : aligned(entry.left, entry.right, width: width, indentation: indentation)
        for index in lines.indices { lines[index].whole = "\(entry.left) \(entry.right)" }
        return lines
      }
  }

  private static func stacked(_ key: String, _ text: String, width: Int) -> [Line] {
    let indentation = min(2, width - 1)
    return DisplayText(key).wrapped(to: width).map { Line(key: $0) }
      + DisplayText(text).wrapped(to: width - indentation).map {
        Line(text: $0, indentation: indentation)
      }
  }

  private static func aligned(
    _ key: String, _ text: String, width: Int, indentation: Int
  ) -> [Line] {
    var lines = DisplayText(text).wrapped(to: width - indentation).map {
      Line(text: $0, indentation: indentation)
    }
    if !lines.isEmpty { lines[0].key = DisplayText(key) }
    return lines
  }

  /// Distributes whole sections over columns of about equal length, separated by blank lines.
  private static func distribute(_ sections: [[Line]], over count: Int) -> [[Line]] {
    let total = sections.reduce(0) { $0 + $1.count + 1 }
    var columns: [[Line]] = [[]]
    for section in sections {
      let last = columns.count - 1
      let isFull = columns[last].count + section.count / 2 >= (total + count - 1) / count
      if isFull, columns.count < count, !columns[last].isEmpty {
        columns.append(section)
      } else {
        columns[last] += (columns[last].isEmpty ? [] : [Line()]) + section
      }
    }
    return columns
  }
}
