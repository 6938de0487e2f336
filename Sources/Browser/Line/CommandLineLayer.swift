import Imaging
import Terminal

/// The command line: takes commands by name, or the number, name or date of a photo.
final class CommandLineLayer: Layer {
  private var keys = BoundKeys(.commandLine)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The line shows its own keys; all others are text.
  let hints: [String]? = nil

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let names: Set<String>
  private let spoken: Set<String>
  private var found: LineCompletion?
  /// Oldest first.
  private let history: [String]
  /// The index of the history line shown; `history.count` for the new line.
  private var place: Int
  /// The new line, while an older one is shown.
  private var draft = ""
  private var editor: LineEditor

  init(
    knowing names: Set<String>, spoken: Set<String> = [], history: [String], text: String = ""
  ) {
    editor = LineEditor(text)
    self.names = names
    self.spoken = spoken
    self.history = history
    place = history.count
  }

  var prompt: LinePrompt? { LinePrompt(label: ":", text: editor.text) }

  func write(_ text: String) -> LayerOutcome {
    editor.insert(text)
    return .handled
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .accept: return .typed(editor.text)
    case .complete: return complete()
    case .down: recall(place + 1)
    case .up: recall(place - 1)
    case .deleteBackward where editor.text.isEmpty: return .close
    default: return editor.perform(command) ? .handled : .ignored
    }
    return .handled
  }

  /// Applies a completion unless the argument has changed since it was requested.
  func handle(_ event: BrowserEvent) -> LayerOutcome {
    guard case .completed(let completion) = event, let beginning,
      beginning.argument == completion.argument
    else { return .ignored }
    editor = LineEditor(beginning.head + completion.text)
    found = LineCompletion(argument: completion.text, candidates: completion.candidates)
    return completion.candidates.isEmpty ? .said("there is no such folder") : .handled
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    LineView(label: ":", editor: editor, problem: nil, hints: completions, styles: styles)
      .lay(over: &frame, area)
  }

  /// The possible completions; the keys of the line while it is empty.
  private var completions: [String] {
    guard !editor.text.isEmpty else { return keys.hints(besides: .close, "close") }
    if let beginning {
      let isFound = found?.argument == beginning.argument
      guard !isFound else { return found?.candidates.map(\.lastName) ?? [] }
      return [keys.hint(.complete, "complete")].compactMap(\.self)
    }
    return CommandLine.completions(of: editor.text, knowing: names).names
  }

  private var beginning: CommandLine.Beginning? {
    CommandLine.Beginning(editor.text, spoken: spoken)
  }

  private func complete() -> LayerOutcome {
    if let beginning { return .completing(beginning.command, argument: beginning.argument) }
    let (found, common) = CommandLine.completions(of: editor.text, knowing: names)
    guard let first = found.first else { return .handled }
    let isWhole = found.count == 1 && spoken.contains(first)
    editor = LineEditor(isWhole ? common + " " : common)
    return .handled
  }

  private func recall(_ wanted: Int) {
    guard (0...history.count).contains(wanted) else { return }
    if place == history.count { draft = editor.text }
    place = wanted
    editor = LineEditor(place == history.count ? draft : history[place])
  }
}

extension String {
  /// The last component of a path, with a trailing slash.
  fileprivate var lastName: String {
    let end = hasSuffix("/") ? index(before: endIndex) : endIndex
    return self[..<end].lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

nonisolated extension Command {
  static let complete = Command(rawValue: "complete")
}

nonisolated extension Keymap {
  static let commandLine = Keymap(
    "the command line", named: "command-line",
    entries: [
      Entry(.accept, .enter, help: "do it", hint: "do"),
      Entry(
        .complete, .tab, help: "complete the name of a command or of a folder", hint: "complete"),
      Entry(.up, .up, help: "the line before"),
      Entry(.down, .down, help: "the next line"),
    ] + .editing)
}
