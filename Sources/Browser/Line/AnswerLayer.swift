import Imaging
import Terminal

/// A prompt in the last line for an answer to be typed.
final class AnswerLayer: Layer {
  private var keys = BoundKeys(.answer)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The line shows its own keys; all others are text.
  let hints: [String]? = nil

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let label: String
  private let answer: (String) -> LayerOutcome
  private var editor = LineEditor()

  /// `answer` is not called if the prompt is closed.
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
  static let answer = Keymap(
    "a question", named: "question",
    entries: [Entry(.accept, .enter, help: "answer", hint: "answer")] + .editing)
}
