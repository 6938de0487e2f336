import Imaging
import Terminal

/// What the help says: keymaps, and what is no key of its own.
package struct HelpText {
  /// The keymaps, in the order they are shown.
  package var keymaps: [Keymap]
  /// What else there is to know: what it is about, and a sentence.
  package var notes: [(topic: String, text: String)]
  /// The keys of the browser itself.
  var everywhere = Keymap.everywhere

  /// Makes a help text.
  package init(keymaps: [Keymap], notes: [(topic: String, text: String)] = []) {
    self.keymaps = keymaps
    self.notes = notes
  }

  /// What is said below one heading: keys or topics, and what there is to say of each.
  struct Section {
    let title: String
    let entries: [(left: String, right: String)]
  }

  /// All sections; the keys of the browser itself follow those of the layers.
  var sections: [Section] {
    let keys = (keymaps + [everywhere]).withoutRepetition.map { keymap in
      Section(title: keymap.title, entries: keymap.entries.map { ($0.keys, $0.help) })
    }
    let rest = Section(title: "besides", entries: notes.map { ($0.topic, $0.text) })
    return keys + (notes.isEmpty ? [] : [rest])
  }
}

/// The help: every key with what it does, over everything else.
final class HelpLayer: Layer {
  private(set) var keymap = Keymap.helpPage
  let isModal = true

  private let text: HelpText
  private var page: HelpPage
  /// The first line that is shown.
  private var offset = 0
  private var area = CellSize(columns: 1, rows: 1)

  func bind(_ bindings: KeyBindings) { keymap = keymap.bound(by: bindings) }

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
    default:
      guard let steps = command.steps(times: count ?? 1, page: max(1, area.rows - 1)) else {
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
    frame.cursor = CellPoint(column: page.left(ofColumn: 0), row: area.origin.row)
    let isCut = page.rowCount - offset > area.size.rows
    if isCut { drawMark(into: &frame.canvas, area, styles) }
    for (index, lines) in page.columns.enumerated() {
      let left = page.left(ofColumn: index)
      for (line, row) in zip(lines.dropFirst(offset), area.rows.dropLast(isCut ? 1 : 0)) {
        draw(line, at: CellPoint(column: left, row: row), into: &frame.canvas, styles)
      }
    }
  }

  private func draw(
    _ line: HelpPage.Line, at place: CellPoint, into canvas: inout Canvas, _ styles: Styles
  ) {
    canvas.draw(line.key, at: place, columns: page.width, style: styles[.key])
    canvas.draw(
      line.text, at: CellPoint(column: place.column + line.indentation, row: place.row),
      columns: page.width - line.indentation, style: styles[line.isHeading ? .heading : .text])
  }

  private func scroll(by step: Int) {
    offset = max(0, min(offset + step, page.rowCount - area.rows))
  }

  /// Says that there is more below.
  private func drawMark(into canvas: inout Canvas, _ area: Rect, _ styles: Styles) {
    let place = CellPoint(column: 2, row: area.rows.upperBound - 1)
    canvas.draw(
      DisplayText("… more: j"), at: place, columns: area.size.columns - 3,
      style: styles[.text])
  }
}

nonisolated extension Keymap {
  /// The keys of the help.
  static let helpPage = Keymap(
    "the help", named: "help",
    entries: .scrolling + [Entry(.back, .enter, help: "close the help")])
}
