import Imaging
import Terminal

/// The command line: every command by its name, and the number, the name or the date of a photo.
final class CommandLineLayer: Layer {
  private var keys = BoundKeys(.commandLine)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The line names its own keys: others are text.
  let hints: [String]? = nil

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let names: Set<String>
  /// Those of them that something may follow.
  private let spoken: Set<String>
  /// What has been found for what was typed behind one of those.
  private var found: LineCompletion?
  /// What was typed before, the last line at the end.
  private let history: [String]
  /// Which line of those is shown; their number for the new one.
  private var place: Int
  /// What has been typed of the new line.
  private var draft = ""
  private var editor: LineEditor

  /// Begins a line.
  /// - Parameters:
  ///   - names: The names of all commands that there are here.
  ///   - spoken: Those of them that something may follow.
  ///   - history: What was typed before, the last line at the end.
  ///   - text: What stands in it.
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

  /// Changes the line, or ends it.
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

  /// Goes on with what has been found, unless something else has been typed meanwhile.
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

  /// The names that what has been typed can become; while nothing has been, the keys of the line.
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
    // What can only be one command, and needs more, goes on at once.
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
  /// The last name of a path, with the slash behind it.
  fileprivate var lastName: String {
    let end = hasSuffix("/") ? index(before: endIndex) : endIndex
    return self[..<end].lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

nonisolated extension Command {
  static let complete = Command(rawValue: "complete")
}

nonisolated extension Keymap {
  /// The keys of the command line; all characters are text.
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
