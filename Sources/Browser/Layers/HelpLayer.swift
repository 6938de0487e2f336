import Imaging
import Terminal

package struct HelpText {
  package var keymaps: [Keymap]
  package let notes: [(topic: String, text: String)]
  package let filters: [(topic: String, text: String)]
  private let firstTitle: String?

  package init(
    keymaps: [Keymap], notes: [(topic: String, text: String)] = [],
    filters: [(topic: String, text: String)] = []
  ) {
    self.keymaps = keymaps
    self.notes = notes
    self.filters = filters
    firstTitle = keymaps.first?.title
  }

  package typealias Section = (title: String, entries: [(left: String, right: String)])
  typealias Page = (title: String, sections: [Section])

  package var sections: [Section] {
    keymaps.sections.map(Self.section) + noteSections + filterSections
  }

  var pages: [Page] {
    let pages = keymaps.enumerated().map { index, mode -> Page in
      let sections = mode.sections(isFirst: index == 0).map(Self.section)
      return (mode.title, sections + (mode.title == firstTitle ? noteSections : []))
    }
    return (pages + [("filters", filterSections)]).filter { !$0.sections.isEmpty }
  }

  private static func section(_ section: KeySection) -> Section {
    (section.title, section.entries.map { ($0.keys, $0.help) })
  }

  private var noteSections: [Section] {
    notes.isEmpty ? [] : [("Notes", notes.map { ($0.topic, $0.text) })]
  }

  private var filterSections: [Section] {
    filters.isEmpty ? [] : [("Filters", filters.map { ($0.topic, $0.text) })]
  }
}

/// A page of keys and what they do for each mode.
final class HelpLayer: AnnouncingLayer {
  nonisolated static let commands = CommandTable<HelpLayer>(
    [Entry].scrolling.map { entry in
      entry.does { $0.scroll(entry.command, times: $1 ?? 1) }
    },
    [
      Entry("next-page", .tab, help: "next page").does { $0.turn(by: $1 ?? 1) },
      Entry("previous-page", .backTab, help: "previous page").does { $0.turn(by: -($1 ?? 1)) },
      Entry(.search, "/", help: "search the help", hint: "search")
        .returns { .open(LineLayer(for: $0.searching)) },
      Entry("next-match", "n", help: "next match").returns { $0.goToMatch(by: $1 ?? 1) },
      Entry("previous-match", "N", help: "previous match").returns { $0.goToMatch(by: -($1 ?? 1)) },
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
  private let contents: [HelpText.Page]
  private var pages: [HelpPage] = []
  /// The page shown, and the one from which the search began.
  private var number, firstSearched: Int
  private var offset = 0
  private var area = CellSize(columns: 1, rows: 1)
  private var search = ""
  private var match = 0

  init(_ text: HelpText, showsFilters: Bool = false) {
    self.text = text
    contents = text.pages
    number = showsFilters ? contents.count - 1 : 0
    firstSearched = number
  }

  private var page: HelpPage { pages[number] }

  private var footerRows: Int { pages.count > 1 ? 1 : 0 }

  /// The matches in search order: from the first searched page, wrapping around.
  private var matches: [(page: Int, row: Int)] {
    pages.indices.map { ($0 + firstSearched) % pages.count }.flatMap { number in
      pages[number].rows(with: search).map { (page: number, row: $0) }
    }
  }

  var announcement: Announcement? {
    Announcement(
      details: text.sections.flatMap { section in
        ["\(section.title):"] + section.entries.map { "\($0.left): \($0.right)" }
      })
  }

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .wheelUp, .wheelDown: scroll(by: action.rows)
    case .wheelLeft, .wheelRight, .drag, .dragOut, .mark, .markDrag: break
    case .click, .doubleClick: return .close
    }
    return .handled
  }

  func resize(to area: CellSize, form: TileForm) {
    self.area = area
    pages = contents.map { HelpPage($0.sections, width: area.columns) }
    scroll(by: 0)
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    let matches = matches
    let isFound = matches.indices.contains(match) && matches[match].page == number
    let row = isFound ? max(0, matches[match].row - offset) : 0
    frame.cursor = CellPoint(column: page.left(ofColumn: 0), row: area.origin.row + row)
    let isCut = page.rowCount - offset > area.size.rows - footerRows
    drawFooter(into: &frame.canvas, area, styles, isCut: isCut)
    for index in page.columns.indices {
      let left = page.left(ofColumn: index)
      let shown = page.lines(inColumn: index, from: offset)
      for (line, row) in zip(shown, area.rows.dropLast(isCut ? 1 : footerRows)) {
        draw(line, at: CellPoint(column: left, row: row), into: &frame.canvas, styles)
      }
    }
  }

  private func draw(
    _ line: HelpPage.Line, at place: CellPoint, into canvas: inout Canvas, _ styles: Styles
  ) {
    let isMatch = !search.isEmpty && line.whole.lowercased().contains(search.lowercased())
    canvas.draw(line.key, at: place, columns: page.width, style: styles[isMatch ? .match : .key])
    canvas.draw(
      line.text, column: place.column + line.indentation, row: place.row,
      columns: page.width - line.indentation, style: styles[line.isHeading ? .heading : .text])
    guard isMatch else { return }
    let (text, lower) = (line.text.description, line.text.description.lowercased())
    guard let range = lower.firstRange(of: search.lowercased()) else { return }
    let before = lower[..<range.lowerBound].count
    let start = line.indentation + DisplayText(String(text.prefix(before))).width
    canvas.draw(
      DisplayText(String(text.dropFirst(before).prefix(search.count))),
      column: place.column + start, row: place.row, columns: page.width - start,
      style: styles[.match])
  }

  private var searching: LinePurpose {
    let before = (search, firstSearched)
    let (first, origin) = (number, offset)
    return LinePurpose(
      label: "search:",
      change: { [weak self] text in
        guard let self else { return }
        (search, firstSearched, number, offset) = (text, first, first, origin)
        match = matches.firstIndex { $0.page != first || $0.row >= origin } ?? 0
        showMatch()
      },
      cancel: { [weak self] in
        guard let self else { return }
        (search, firstSearched) = before
        (number, offset) = (first, origin)
      })
  }

  private func goToMatch(by steps: Int) -> LayerOutcome {
    guard !search.isEmpty else { return .warning("Search first: \(keys[.search])") }
    let count = matches.count
    guard count > 0 else { return .warning("No match for \(search)") }
    let next = match + steps
    match = ((next % count) + count) % count
    showMatch()
    if (0..<count).contains(next) { return .message("\(match + 1) of \(count)") }
    return .message("Search continues at the \(steps > 0 ? "beginning" : "end")")
  }

  private func showMatch() {
    let matches = matches
    guard matches.indices.contains(match) else { return }
    if matches[match].page != number { (number, offset) = (matches[match].page, 0) }
    // The pinned heading may cover the first row, the prompt or "more" line the last.
    let (row, last) = (matches[match].row, offset + max(2, area.rows - 2))
    if row <= offset {
      scroll(by: row - offset - 1)
    } else if row >= last {
      scroll(by: row - last + 1)
    }
  }

  private func turn(by step: Int) {
    let next = (number + step) % pages.count
    (number, offset) = (next < 0 ? next + pages.count : next, 0)
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
    offset = max(0, min(offset + step, page.rowCount - area.rows + footerRows))
  }

  private func drawFooter(into canvas: inout Canvas, _ area: Rect, _ styles: Styles, isCut: Bool) {
    let row = area.rows.upperBound - 1
    let more = DisplayText(isCut ? "\(keys[.down]) for more ↓" : "")
    canvas.draw(more, column: 2, row: row, columns: area.size.columns - 3, style: styles[.text])
    guard pages.count > 1 else { return }
    let page = "\(contents[number].title) \(number + 1)/\(pages.count)"
    let next = contents[(number + 1) % pages.count].title
    let room = area.size.columns - 4 - (isCut ? more.width + 2 : 0)
    let ways = ["\(page)  \(keys["next-page"]) \(next)", page].map { DisplayText($0) }
    guard let way = ways.first(where: { $0.width <= room }) else { return }
    canvas.draw(way, column: area.size.columns - 2 - way.width, row: row, style: styles[.quiet])
  }
}

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
