import Imaging
import Terminal

package struct HelpText {
  package var keymaps: [Keymap]
  package var notes: [(topic: String, text: String)]
  var everywhere = Keymap.everywhere

  package init(keymaps: [Keymap], notes: [(topic: String, text: String)] = []) {
    self.keymaps = keymaps
    self.notes = notes
  }

  struct Section {
    let title: String
    let entries: [(left: String, right: String)]
  }

  var sections: [Section] {
    let keys = (keymaps + [everywhere]).sections.map { section in
      Section(title: section.title, entries: section.entries.map { ($0.keys, $0.help) })
    }
    let rest = Section(title: "Besides", entries: notes.map { ($0.topic, $0.text) })
    return keys + (notes.isEmpty ? [] : [rest])
  }
}

/// The full-screen help: every key and what it does.
final class HelpLayer: Layer {
  private var keys = BoundKeys(.helpPage)
  var keymap: Keymap { keys.keymap }
  let isModal = true

  private let text: HelpText
  private var page: HelpPage
  private var offset = 0
  private var area = CellSize(columns: 1, rows: 1)
  private var search = ""
  private var match = 0

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  init(_ text: HelpText) {
    self.text = text
    page = HelpPage(text, width: area.columns)
  }

  var telling: Telling? {
    var telling = Telling()
    telling.details = text.sections.flatMap { section in
      ["\(section.title):"] + section.entries.map { "\($0.left): \($0.right)" }
    }
    return telling
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .help: return .close
    case .first: offset = 0
    case .last: scroll(by: page.rowCount)
    case .search: return .open(LineLayer(for: searching, text: ""))
    case .nextMatch: return goToMatch(by: count ?? 1)
    case .previousMatch: return goToMatch(by: -(count ?? 1))
    case .close where !search.isEmpty: search = ""
    default:
      // Leave out the pinned heading and the "more" line.
      guard let steps = command.steps(times: count ?? 1, page: max(1, area.rows - 2)) else {
        return .ignored
      }
      scroll(by: steps)
    }
    return .handled
  }

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .wheelUp, .wheelDown: scroll(by: action.rows)
    case .drag, .mark, .markDrag: break
    case .click, .doubleClick: return .close
    }
    return .handled
  }

  func resize(to area: CellSize, form: TileForm) {
    self.area = area
    page = HelpPage(text, width: area.columns)
    scroll(by: 0)
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    frame.cursor = CellPoint(column: page.left(ofColumn: 0), row: cursorRow(in: area))
    let isCut = page.rowCount - offset > area.size.rows
    if isCut { drawMark(into: &frame.canvas, area, styles) }
    for index in page.columns.indices {
      let left = page.left(ofColumn: index)
      let shown = page.lines(inColumn: index, from: offset)
      for (line, row) in zip(shown, area.rows.dropLast(isCut ? 1 : 0)) {
        draw(line, at: CellPoint(column: left, row: row), into: &frame.canvas, styles)
      }
    }
  }

  private func cursorRow(in area: Rect) -> Int {
    let rows = page.rows(with: search)
    return area.origin.row + (rows.indices.contains(match) ? max(0, rows[match] - offset) : 0)
  }

  private func draw(
    _ line: HelpPage.Line, at place: CellPoint, into canvas: inout Canvas, _ styles: Styles
  ) {
    let isMatch = !search.isEmpty && line.whole.lowercased().contains(search.lowercased())
    canvas.draw(
      line.key, at: place, columns: page.width, style: styles[isMatch ? .match : .key])
    canvas.draw(
      line.text, at: CellPoint(column: place.column + line.indentation, row: place.row),
      columns: page.width - line.indentation, style: styles[line.isHeading ? .heading : .text])
    guard isMatch else { return }
    let (text, found) = (line.text.description.lowercased(), search.lowercased())
    guard let range = text.firstRange(of: found) else { return }
    let start = DisplayText(String(text[..<range.lowerBound])).width
    canvas.draw(
      DisplayText(
        String(
          line.text.description.dropFirst(text[..<range.lowerBound].count)
            .prefix(found.count))),
      at: CellPoint(column: place.column + line.indentation + start, row: place.row),
      columns: page.width - line.indentation - start, style: styles[.match])
  }

  private var searching: LinePurpose {
    let (before, origin) = (search, offset)
    return LinePurpose(
      label: "search:",
      change: { [weak self] text in
        guard let self else { return }
        (search, offset) = (text, origin)
        match = page.rows(with: text).firstIndex { $0 >= origin } ?? 0
        showMatch()
      },
      keep: {},
      takeBack: { [weak self] in
        self?.search = before
        self?.offset = origin
      })
  }

  private func goToMatch(by steps: Int) -> LayerOutcome {
    guard !search.isEmpty else { return .said("type \(keys[.search]) and what to look for first") }
    let count = page.rows(with: search).count
    guard count > 0 else { return .said("nothing here has \(search)") }
    let next = match + steps
    match = ((next % count) + count) % count
    showMatch()
    if (0..<count).contains(next) { return .said("\(match + 1) of \(count)") }
    return .said("the search goes on from the \(steps > 0 ? "beginning" : "end")")
  }

  private func showMatch() {
    let rows = page.rows(with: search)
    guard rows.indices.contains(match) else { return }
    // The first row may be covered by the pinned heading, the last by the prompt or the "more"
    // line.
    let (row, last) = (rows[match], offset + max(2, area.rows - 2))
    if row <= offset {
      scroll(by: row - offset - 1)
    } else if row >= last {
      scroll(by: row - last + 1)
    }
  }

  private func scroll(by step: Int) {
    offset = max(0, min(offset + step, page.rowCount - area.rows))
  }

  private func drawMark(into canvas: inout Canvas, _ area: Rect, _ styles: Styles) {
    let place = CellPoint(column: 2, row: area.rows.upperBound - 1)
    canvas.draw(
      DisplayText("… more: \(keys[.down])"), at: place,
      columns: area.size.columns - 3,
      style: styles[.text])
  }
}

nonisolated extension Keymap {
  static let helpPage = Keymap(
    "the help", named: "help",
    entries: .scrolling + [
      Entry(.search, "/", help: "look for something in the help", hint: "search"),
      Entry(.nextMatch, "n", help: "the next place that was looked for"),
      Entry(.previousMatch, "N", help: "the place before that was looked for"),
      Entry(.back, .enter, help: "close the help"),
    ])
}
