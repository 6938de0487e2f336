/// The characters of a pane, line by line, without blanks at the ends.
struct PaneText: Hashable {
  let lines: [String]

  init(capture: String) {
    lines = capture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The last line, which is the program's status line.
  var status: String { lines.last.map { String($0.drop { $0 == " " }) } ?? "" }

  /// The lines down to the last that is not empty.
  var written: ArraySlice<String> {
    lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)
  }

  /// Whether a folder of photos is read and every visible image is loaded.
  var isAtRest: Bool {
    status.contains("/") && !status.contains("reading") && !status.contains("  loading ")
      && !lines.contains { $0.contains("·") }
  }

  /// Whether a text can be seen in one line.
  func shows(_ text: String) -> Bool {
    lines.contains { $0.contains(text) }
  }
}

extension PaneText: CustomStringConvertible {
  var description: String { "\n\(lines.joined(separator: "\n"))" }
}
