import Imaging
import Terminal

/// The command line: every command by its name, and the number, the name or the date of a photo.
final class CommandLineLayer: Layer {
  let keymap = Keymap.commandLine
  let isModal = true
  let isOpaque = false
  // The line names its own keys: others are text.
  let hints: [String]? = nil

  private let names: Set<String>
  /// What was typed before, the last line at the end.
  private let history: [String]
  /// Which line of those is shown; their number for the new one.
  private var place: Int
  /// What has been typed of the new line.
  private var draft = ""
  private var editor: LineEditor
  private var form: TileForm?

  /// Begins a line.
  /// - Parameters:
  ///   - names: The names of all commands that there are here.
  ///   - history: What was typed before, the last line at the end.
  ///   - text: What stands in it.
  init(knowing names: Set<String>, history: [String], text: String = "") {
    editor = LineEditor(text)
    self.names = names
    self.history = history
    place = history.count
  }

  func write(_ text: String) -> LayerOutcome {
    editor.insert(text)
    return .handled
  }

  /// Changes the line, or ends it.
  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .accept: return .typed(editor.text)
    case .complete: complete()
    case .down: recall(place + 1)
    case .up: recall(place - 1)
    case .deleteBackward where editor.text.isEmpty: return .close
    default: return editor.perform(command) ? .handled : .ignored
    }
    return .handled
  }

  func resize(to area: CellSize, form: TileForm) {
    self.form = form
  }

  func draw(into frame: inout Frame, _ area: Rect) {
    guard let form else { return }
    var panel = Canvas(size: CellSize(columns: area.size.columns, rows: 1))
    LineView(label: ":", editor: editor, problem: nil, hints: completions).draw(
      into: &panel, on: form)
    frame.lay(panel, at: CellPoint(column: 0, row: area.rows.upperBound - 1))
  }

  /// The names that what has been typed can become; while nothing has been, the keys of the line.
  private var completions: [String] {
    guard !editor.text.isEmpty else { return keymap.hints + ["Esc close"] }
    return CommandLine.completions(of: editor.text, knowing: names).names
  }

  private func complete() {
    let (found, common) = CommandLine.completions(of: editor.text, knowing: names)
    if !found.isEmpty { editor = LineEditor(common) }
  }

  private func recall(_ wanted: Int) {
    guard (0...history.count).contains(wanted) else { return }
    if place == history.count { draft = editor.text }
    place = wanted
    editor = LineEditor(place == history.count ? draft : history[place])
  }
}

nonisolated extension Command {
  static let complete = Command(rawValue: "complete")
}

nonisolated extension Keymap {
  /// The keys of the command line; all characters are text.
  static let commandLine = Keymap(
    "the command line",
    [
      Entry(.accept, .enter, help: "do it", hint: "do"),
      Entry(.complete, .tab, help: "complete the name of a command", hint: "complete"),
      Entry(.up, .up, help: "the line before"),
      Entry(.down, .down, help: "the next line"),
    ] + .editing)
}
