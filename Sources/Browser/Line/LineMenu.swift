import Base
import Imaging
import Photos
import Terminal

/// The completions of a typed line, and the chosen one.
struct LineMenu: Hashable {
  struct Item: Hashable {
    let name: String
    /// The text inserted into the line.
    let text: String
    var help = ""
    var key = ""
  }

  let title: String
  let items: [Item]
  /// The line: what precedes the completed text, that text as typed, and what follows it.
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

/// A line that Tab completes.
protocol CompletingLayer: TextInputLayer {
  /// The list from which Tab chooses; nil after any other edit.
  var menu: LineMenu? { get set }
  var completions: LineMenu? { get }
}

extension CompletingLayer {
  /// Chooses the next completion, the only one at once; without typed text the first call only
  /// lists them.
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

/// Draws a menu in a panel right above the line, if there is room.
struct LineMenuView {
  let menu: LineMenu
  let styles: Styles

  private static let mostRows = 10
  private static let width = 76
  /// The fewest columns of names, so that the texts beside them do not move while the user types.
  private static let nameColumns = 24
  /// Border and padding on both sides, in character cells.
  private static let frameColumns = 4

  func lay(over frame: inout Frame, _ area: Rect) {
    let size = CellSize(
      columns: min(Self.width, area.size.columns),
      // Above the line and within the border.
      rows: min(Self.mostRows, menu.items.count, area.size.rows - 3) + 2)
    guard size.rows > 2, size.columns > Self.frameColumns else { return }
    var panel = Canvas(size: size)
    let room = size.columns - Self.frameColumns
    let first = max(0, (menu.chosen ?? 0) - size.rows + 3)
    let longest = menu.items.map { DisplayText($0.name).width }.max() ?? 0
    let columns = min(max(Self.nameColumns, longest), room * 2 / 3)
    for row in 1..<size.rows - 1 { draw(first + row - 1, row: row, into: &panel, columns, room) }
    panel.drawBorder(around: panel.bounds, styles)
    panel.draw(
      DisplayText(" \(menu.title) "), at: CellPoint(column: 2, row: 0), columns: room,
      style: styles[.key])
    if menu.items.count > size.rows - 2 {
      let count = DisplayText(" \(menu.chosen.map { "\($0 + 1)/" } ?? "")\(menu.items.count) ")
      panel.draw(
        count, at: CellPoint(column: max(2, size.columns - 2 - count.width), row: size.rows - 1),
        columns: room, style: styles[.quiet])
    }
    frame.lay(panel, at: CellPoint(column: 0, row: area.rows.upperBound - 1 - size.rows))
  }

  /// `columns` is the width of the names, `room` that of the whole row.
  private func draw(
    _ index: Int, row: Int, into panel: inout Canvas, _ columns: Int, _ room: Int
  ) {
    let (item, isChosen) = (menu.items[index], index == menu.chosen)
    let (name, key) = (DisplayText(item.name), DisplayText(item.key))
    if isChosen {
      panel.draw(
        DisplayText("›"), at: CellPoint(column: 1, row: row), columns: 1, style: styles[.key])
    }
    panel.draw(
      name.cutAtEnd(to: columns), at: CellPoint(column: 2, row: row), columns: columns,
      style: styles[isChosen ? .selectedName : .name])
    let left = room - columns - 2 - (key.width > 0 ? key.width + 2 : 0)
    if left > 0 {
      panel.draw(
        DisplayText(item.help).cutAtEnd(to: left), at: CellPoint(column: columns + 4, row: row),
        columns: left, style: styles[.quiet])
    }
    panel.draw(
      key, at: CellPoint(column: max(2, room + 2 - key.width), row: row), columns: room,
      style: styles[.quiet])
  }
}
