import Photos
import Terminal

extension LinePurpose {
  init(
    _ label: String, _ grid: GridViewModel, filter: @escaping () -> Filter,
    change: @escaping (String) -> Void, accept: @escaping () -> Void = {},
    cancel: @escaping () -> Void
  ) {
    self.init(
      label: label, change: change, problem: { filter().problems.first },
      note: { grid.note(on: filter()) }, completions: { LineMenu(ofFilter: $0, in: grid) },
      accept: accept, cancel: cancel)
  }
}

extension LineMenu {
  /// Longer values are completed to their first characters, which match as well.
  private static let longestValue = 60

  /// The fields, or the values of one among the photos of the grid.
  fileprivate init(ofFilter line: LineEditor, in grid: GridViewModel) {
    let completion = FilterCompletion(line.before)
    let items =
      completion.field.map { Self.values(of: $0, in: grid) }
      ?? FilterField.allCases.map { Item(name: $0.name, text: $0.name, help: $0.summary) }
    self.init(
      completion.field?.rawValue ?? "fields", items.matching(completion.typed),
      head: completion.head, typed: completion.typed, after: line.after)
  }

  private static func values(of field: FilterField, in grid: GridViewModel) -> [Item] {
    grid.values(of: field).compactMap { value, count in
      // Up to the first character that is not safe to display.
      let safe = zip(value, DisplayText(value).description).prefix { $0 == $1 && $0 != "\u{FFFD}" }
      let name = String(safe.prefix(longestValue).map(\.0))
      guard !name.isEmpty else { return nil }
      return Item(name: name, text: FilterCompletion.quoted(name), help: FolderWords.photos(count))
    }
  }
}

nonisolated enum FilterHelp {
  static let notes =
    words
    + fields.map { field in
      let others = field.examples.dropFirst().joined(separator: ", ")
      return (topic: field.examples[0], text: field.text + (others.isEmpty ? "" : " (\(others))"))
    }

  static let words: [(topic: String, text: String)] = [
    (
      "lake 2024",
      "names with l, a, k, e in this order and 2024; case and accents only if typed"
    ),
    ("'lake ^img jpg$", "exactly lake, img at the start, jpg at the end"),
    ("!raw png|gif", "not raw; png or gif; \\ or quotes for special characters"),
  ]

  static let fields = FilterField.allCases.map { (examples: $0.examples, text: $0.summary) }
}
