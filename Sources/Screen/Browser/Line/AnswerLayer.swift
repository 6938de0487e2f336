import Imaging
import Terminal

/// A question in the last line that is answered by typing.
final class AnswerLayer: Layer {
  private var keys = BoundKeys(.answer)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The line names its own keys: others are text.
  let hints: [String]? = nil

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let label: String
  private let answer: (String) -> LayerOutcome
  private var editor = LineEditor()

  /// Asks.
  /// - Parameters:
  ///   - label: The question.
  ///   - answer: Says what comes of an answer; without one nothing does.
  init(_ label: String, answer: @escaping (String) -> LayerOutcome) {
    self.label = label
    self.answer = answer
  }

  var prompt: LinePrompt? { LinePrompt(label: label, text: "") }

  func write(_ text: String) -> LayerOutcome {
    editor.insert(text)
    return .handled
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .accept: .closed(answer(editor.text))
    case .deleteBackward where editor.text.isEmpty: .close
    default: editor.perform(command) ? .handled : .ignored
    }
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    LineView(
      label: label, editor: editor, problem: nil, hints: keys.hints(besides: .close, "do nothing"),
      styles: styles
    ).lay(over: &frame, area)
  }
}

nonisolated extension Keymap {
  /// The keys of a question; all characters are text.
  static let answer = Keymap(
    "a question", named: "question",
    entries: [Entry(.accept, .enter, help: "answer", hint: "answer")] + .editing)
}
