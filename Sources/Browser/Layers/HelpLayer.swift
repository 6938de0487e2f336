import Imaging
import Terminal

package struct HelpText {
  package var keymaps: [Keymap]
  package var notes: [(topic: String, text: String)]

  package init(keymaps: [Keymap], notes: [(topic: String, text: String)] = []) {
    self.keymaps = keymaps
    self.notes = notes
  }

  struct Section {
    let title: String
    let entries: [(left: String, right: String)]
  }

  var sections: [Section] {
    let keys = keymaps.sections.map { section in
      Section(title: section.title, entries: section.entries.map { ($0.keys, $0.help) })
    }
    let rest = Section(title: "Filter syntax, mouse", entries: notes.map { ($0.topic, $0.text) })
    return keys + (notes.isEmpty ? [] : [rest])
  }
}

/// The full-screen help: every key and what it does.
final class HelpLayer: AnnouncingLayer {
  nonisolated static let commands = CommandTable<HelpLayer>(
    [Entry].scrolling.map { entry in
      entry.does { $0.scroll(entry.command, times: $1 ?? 1) }
    },
    [
      Entry(.search, "/", help: "search the help", hint: "search").returns {
        .open(LineLayer(for: $0.searching))
      },
      Entry("next-match", "n", help: "next match").returns {
        $0.goToMatch(by: $1 ?? 1)
      },
      Entry("previous-match", "N", help: "previous match").returns {
        $0.goToMatch(by: -($1 ?? 1))
      },
      Entry(.back, .enter, help: "close the help").returns { _ in .close },
      LayerCommand(.help) { _ in .close },
      LayerCommand(.close) { layer in
        guard !layer.search.isEmpty else { return .close }
        layer.search = ""
        return .handled
      },
    ])

  var keys = BoundKeys(.helpPage)
  let traits = LayerTraits.modal

  private let text: HelpText
  private var page: HelpPage
  private var offset = 0
  private var area = CellSize(columns: 1, rows: 1)
  private var search = ""
  private var match = 0

  init(_ text: HelpText) {
    self.text = text
    page = HelpPage(text, width: area.columns)
  }

  var announcement: Announcement? {
    var announcement = Announcement()
    announcement.details = text.sections.flatMap { section in
      ["\(section.title):"] + section.entries.map { "\($0.left): \($0.right)" }
    }
    return announcement
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
    let (text, lower) = (line.text.description, line.text.description.lowercased())
    guard let range = lower.firstRange(of: search.lowercased()) else { return }
    let before = lower[..<range.lowerBound].count
    let start = line.indentation + DisplayText(String(text.prefix(before))).width
    canvas.draw(
      DisplayText(String(text.dropFirst(before).prefix(search.count))),
      at: CellPoint(column: place.column + start, row: place.row), columns: page.width - start,
      style: styles[.match])
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
    guard !search.isEmpty else { return .said(.warning("Search first: \(keys[.search])")) }
    let count = page.rows(with: search).count
    guard count > 0 else { return .said(.warning("No match for \(search)")) }
    let next = match + steps
    match = ((next % count) + count) % count
    showMatch()
    if (0..<count).contains(next) { return .said("\(match + 1) of \(count)") }
    return .said("Search continues at the \(steps > 0 ? "beginning" : "end")")
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

  private func scroll(_ command: Command, times: Int) {
    switch command {
    case .first: offset = 0
    case .last: scroll(by: page.rowCount)
    // Leave out the pinned heading and the "more" line.
    default: scroll(by: command.steps(times: times, page: max(1, area.rows - 2)) ?? 0)
    }
  }

  private func scroll(by step: Int) {
    offset = max(0, min(offset + step, page.rowCount - area.rows))
  }

  private func drawMark(into canvas: inout Canvas, _ area: Rect, _ styles: Styles) {
    let place = CellPoint(column: 2, row: area.rows.upperBound - 1)
    canvas.draw(
      DisplayText("\(keys[.down]) for more ↓"), at: place, columns: area.size.columns - 3,
      style: styles[.text])
  }
}
