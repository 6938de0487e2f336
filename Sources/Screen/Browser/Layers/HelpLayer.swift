import Imaging
import Terminal

/// What the help says: keymaps, and what is no key of its own.
package struct HelpText {
  /// The keymaps, in the order they are shown.
  package var keymaps: [Keymap]
  /// What else there is to know: what it is about, and a sentence.
  package var notes: [(topic: String, text: String)]

  /// Makes a help text.
  package init(keymaps: [Keymap], notes: [(topic: String, text: String)] = []) {
    self.keymaps = keymaps
    self.notes = notes
  }

  /// One line: what is on the left, and what it does; a heading where that is nil.
  typealias Line = (left: String, right: String?)

  /// All lines; the keys of the browser itself follow those of the layers.
  var lines: [Line] {
    let sections = (keymaps + [.everywhere]).withoutRepetition
    return sections.flatMap { keymap -> [Line] in
      [(keymap.title, nil)] + keymap.entries.map { ($0.keys, $0.help) }
    } + notes.map { ($0.topic, $0.text) }
  }
}

/// The help: every key with what it does, over everything else.
final class HelpLayer: Layer {
  let keymap = Keymap(
    "the help", .scrolling + [Keymap.Entry(.back, .enter, help: "close the help")])
  let isModal = true

  private let text: HelpText
  /// The first line that is shown.
  private var offset = 0
  private var area = CellSize(columns: 1, rows: 1)

  init(_ text: HelpText) {
    self.text = text
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .help: return .close
    case .first: offset = 0
    case .last: scroll(by: lines.count)
    default:
      guard let steps = command.steps(times: count ?? 1, page: max(1, area.rows - 1)) else {
        return .ignored
      }
      scroll(by: steps)
    }
    return .handled
  }

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    scroll(by: action.rows)
    return .handled
  }

  func resize(to area: CellSize, form: TileForm) {
    self.area = area
    scroll(by: 0)
  }

  func draw(into frame: inout Frame, _ area: Rect) {
    let isCut = lines.count - offset > area.size.rows
    if isCut { drawMark(into: &frame.canvas, area) }
    for (line, row) in zip(lines.dropFirst(offset), area.rows.dropLast(isCut ? 1 : 0)) {
      frame.canvas.draw(
        DisplayText(line.left), at: CellPoint(column: 2, row: row),
        columns: line.right == nil ? area.size.columns - 3 : leftColumns,
        style: line.right == nil ? Theme.heading : Theme.key)
      frame.canvas.draw(
        DisplayText(line.right ?? ""), at: CellPoint(column: leftColumns + 4, row: row),
        columns: area.size.columns - leftColumns - 5)
    }
  }

  /// The lines as they are drawn, with those that are too long on several.
  private var lines: [HelpText.Line] {
    text.lines.flatMap { line -> [HelpText.Line] in
      guard let right = line.right else { return [line] }
      let parts = DisplayText(right).wrapped(to: max(20, area.columns - leftColumns - 5))
      return zip([line.left] + parts.map { _ in "" }, parts.map(\.description)).map { ($0, $1) }
    }
  }

  /// The width of the left column, in character cells.
  private var leftColumns: Int {
    text.lines.lazy.filter { $0.right != nil }.map { DisplayText($0.left).width }.max() ?? 0
  }

  private func scroll(by step: Int) {
    offset = max(0, min(offset + step, lines.count - area.rows))
  }

  /// Says that there is more below.
  private func drawMark(into canvas: inout Canvas, _ area: Rect) {
    let place = CellPoint(column: 2, row: area.rows.upperBound - 1)
    canvas.draw(DisplayText("… more: j"), at: place, columns: area.size.columns - 3)
  }
}
