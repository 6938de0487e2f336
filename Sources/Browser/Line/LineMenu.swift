import Base
import Imaging
import Photos
import Terminal

nonisolated struct LineMenu: Hashable, Sendable {
  nonisolated struct Item: Hashable, Sendable {
    let name: String
    let text: String
    var help = ""
    var key = ""
  }

  let title: String
  let items: [Item]
  /// The line before the completed text, that text as typed, and the line after it.
  let head, typed, after: String
  private(set) var chosen: Int?

  init(_ title: String, _ items: [Item], head: String = "", typed: String, after: String = "") {
    (self.title, self.items) = (title, items)
    (self.head, self.typed, self.after) = (head, typed, after)
  }

  var line: LineEditor {
    var line = LineEditor(head + (chosen.map { items[$0].text } ?? typed))
    line.after = after
    return line
  }

  mutating func choose(by step: Int) {
    let first = step > 0 ? 0 : items.count - 1
    chosen = chosen.map { ($0 + step + items.count) % items.count } ?? first
  }
}

extension [LineMenu.Item] {
  /// The items that begin with a text, then those that contain it; if there are none, those with
  /// its letters in that order. Ignores case.
  func matching(_ text: String) -> [LineMenu.Item] {
    let text = text.lowercased()
    var (first, others): ([LineMenu.Item], [LineMenu.Item]) = ([], [])
    for item in self {
      let name = item.name.lowercased()
      if name.hasPrefix(text) {
        first.append(item)
      } else if name.contains(text) {
        others.append(item)
      }
    }
    guard first.isEmpty, others.isEmpty else { return first + others }
    let pattern = NamePattern(text, .scattered)
    return filter { pattern.matches(ByteString($0.name)) }
  }
}

protocol CompletingLayer: TextInputLayer {
  /// The list from which Tab chooses; nil after any other edit.
  var menu: LineMenu? { get set }
  var completions: LineMenu? { get }
}

extension CompletingLayer {
  /// Chooses the next completion; without typed text the first call only lists them.
  func choose(by step: Int) -> LayerOutcome {
    guard var next = menu ?? completions, !next.items.isEmpty else {
      return .warning("No completion found")
    }
    if menu != nil || !next.typed.isEmpty || next.items.count == 1 { next.choose(by: step) }
    editor = next.line
    menu = next.items.count > 1 ? next : nil
    return .handled
  }
}

struct LineMenuView {
  let menu: LineMenu
  let styles: Styles

  private static let maxRows = 10
  private static let width = 76
  /// The fewest columns of names, so that the texts beside them do not move while the user types.
  private static let nameColumns = 24
  private static let frameColumns = 4

  func lay(over frame: inout Frame, _ area: Rect) {
    let size = CellSize(
      columns: min(Self.width, area.size.columns),
      // Above the line and within the border.
      rows: min(Self.maxRows, menu.items.count, area.size.rows - 3) + 2)
    guard size.rows > 2, size.columns > Self.frameColumns else { return }
    var panel = Canvas(size: size)
    let room = size.columns - Self.frameColumns
    let first = max(0, (menu.chosen ?? 0) - size.rows + 3)
    let longest = menu.items.map { DisplayText($0.name).width }.max() ?? 0
    let columns = min(max(Self.nameColumns, longest), room * 2 / 3)
    for row in 1..<size.rows - 1 { draw(first + row - 1, row: row, into: &panel, columns, room) }
    panel.drawFrame(titled: menu.title, styles)
    if menu.items.count > size.rows - 2 {
      let count = DisplayText(" \(menu.chosen.map { "\($0 + 1)/" } ?? "")\(menu.items.count) ")
      panel.draw(
        count, column: max(2, size.columns - 2 - count.width), row: size.rows - 1, columns: room,
        style: styles[.quiet])
    }
    frame.cover(with: panel, at: CellPoint(column: 0, row: area.rows.upperBound - 1 - size.rows))
  }

  /// `columns` is the width of the names, `room` that of the whole row.
  private func draw(_ index: Int, row: Int, into panel: inout Canvas, _ columns: Int, _ room: Int) {
    let (item, isChosen) = (menu.items[index], index == menu.chosen)
    let key = DisplayText(item.key)
    if isChosen { panel.draw(DisplayText("›"), column: 1, row: row, style: styles[.key]) }
    let name = DisplayText(item.name).cutAtEnd(to: columns)
    panel.draw(name, column: 2, row: row, style: styles[isChosen ? .selectedName : .name])
    let left = room - columns - 2 - (key.width > 0 ? key.width + 2 : 0)
    let help = DisplayText(item.help).cutAtEnd(to: max(0, left))
    panel.draw(help, column: columns + 4, row: row, style: styles[.quiet])
    panel.draw(
      key, column: max(2, room + 2 - key.width), row: row, columns: room, style: styles[.quiet])
  }
}

extension LinePurpose {
  init(
    _ label: String, _ grid: GridViewModel, filter: @escaping () -> Filter,
    change: @escaping (String) -> Void, accept: @escaping () -> LayerOutcome = { .handled },
    cancel: @escaping () -> Void
  ) {
    self.init(
      label: label, change: change, problem: { filter().problems.first },
      note: { grid.note(on: filter()) }, completions: { LineMenu(ofFilter: $0, in: grid) },
      isFilter: true,
      accept: { _ in accept() }, cancel: cancel)
  }
}

extension LineMenu {
  /// Longer values are completed to their first characters, which match as well.
  private static let longestValue = 60

  /// The fields, or the values of one among the photos of the grid.
  fileprivate init(ofFilter line: LineEditor, in grid: GridViewModel) {
    let completion = FilterCompletion(line.before)
    let items =
      completion.field.map { Self.values(of: $0, in: grid).matching(completion.typed) }
      ?? Self.fields(matching: completion.typed)
    self.init(
      completion.field?.rawValue ?? "fields", items,
      head: completion.head, typed: completion.typed, after: line.after)
  }

  /// The only field that begins with the text is completed alone: `ex` to `ext:`, not to `text:`.
  private static func fields(matching text: String) -> [Item] {
    let all = FilterField.allCases.map { Item(name: $0.name, text: $0.name, help: $0.summary) }
    let first = all.filter { $0.name.hasPrefix(text.lowercased()) }
    return first.count == 1 ? first : all.matching(text)
  }

  /// The keywords of the photos here, then the others of the index, to complete the one behind the
  /// last comma.
  init(ofKeywords line: LineEditor, in grid: GridViewModel) {
    let start = line.before.lastIndex(of: ",").map(line.before.index(after:))
    let typed = line.before[(start ?? line.before.startIndex)...].drop { " -".contains($0) }
    let keywords = grid.keywords
    let items = Self.items(ofKeywords: keywords, then: grid.otherKeywords(than: keywords))
    self.init(
      "keywords", items.matching(String(typed)), head: String(line.before.dropLast(typed.count)),
      typed: String(typed), after: line.after)
  }

  static func items(
    ofKeywords keywords: [(value: String, count: Int)],
    then others: [(value: String, count: Int)] = []
  ) -> [Item] {
    let other = items(others.filter { isTypable($0.value) }) { $0 }
      .map { Item(name: $0.name, text: $0.text, help: "\($0.help) elsewhere") }
    return items(keywords.filter { isTypable($0.value) }) { $0 } + other
  }

  private static func isTypable(_ keyword: String) -> Bool {
    keyword.count <= longestValue && !keyword.contains(",")
      && DisplayText(keyword).description == keyword
  }

  private static func values(of field: FilterField, in grid: GridViewModel) -> [Item] {
    items(grid.values(of: field), FilterCompletion.quoted)
  }

  private static func items(
    _ values: [(value: String, count: Int)], _ text: (String) -> String
  ) -> [Item] {
    values.compactMap { value, count in
      // Up to the first character that is not safe to display.
      let safe = zip(value, DisplayText(value).description).prefix { $0 == $1 && $0 != "\u{FFFD}" }
      let name = String(safe.prefix(longestValue).map(\.0))
      guard !name.isEmpty else { return nil }
      return Item(name: name, text: text(name), help: FolderWords.photos(count))
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
      "l, a, k, e in this order in the name, or lake in a keyword, person, title, caption or place; and 2024"
    ),
    ("'lake ^img jpg$", "exactly lake; names with img at the start and jpg at the end"),
    ("!raw png|gif", "not raw; png or gif; \\ or quotes for special characters"),
  ]

  static let fields = FilterField.allCases.map { (examples: $0.examples, text: $0.summary) }
}
