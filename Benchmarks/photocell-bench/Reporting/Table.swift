struct Table {
  let rows: [Row]

  var text: String {
    let lines = [Row.titles] + rows.map(\.fields)
    let widths = Row.titles.indices.map { column in
      lines.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    return lines.map { line(of: $0, widths) }.joined(separator: "\n")
  }

  private func line(of fields: [String], _ widths: [Int]) -> String {
    let padded = zip(fields, widths).map { field, width in
      field + String(repeating: " ", count: width - field.unicodeScalars.count)
    }
    return padded.joined(separator: " | ")
  }
}
