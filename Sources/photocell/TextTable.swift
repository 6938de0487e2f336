struct TextTable {
  /// The number of left-aligned columns; the others are numbers, aligned right.
  let leftColumns: Int
  let rows: [[String]]

  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { line($0, widths) }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).enumerated().map { column, cell in
      column < leftColumns ? Column.left(cell.0, cell.1) : Column.right(cell.0, cell.1)
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}

/// Pads text to a column width, without truncating.
enum Column {
  static func left(_ text: String, _ width: Int) -> String { text + blanks(width - text.count) }

  static func right(_ text: String, _ width: Int) -> String { blanks(width - text.count) + text }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
