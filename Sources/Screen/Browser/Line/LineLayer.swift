import Finding
import Imaging
import Terminal

/// What a line of text is typed for.
struct LinePurpose {
  /// What stands before the text.
  let label: String
  /// Hears what the text is after every change.
  let change: (String) -> Void
  /// Says what cannot be understood or told of it.
  var problem: () -> FilterProblem? = { nil }
  /// Says why the text cannot be kept; nil where it can.
  var obstacle: () -> FilterProblem? = { nil }
  /// The text stays as it is.
  let keep: () -> Void
  /// What was typed is taken back.
  let takeBack: () -> Void
}

/// A line of text over the photos, which follow what is typed.
final class LineLayer: Layer {
  private var keys = BoundKeys(.line)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The line names its own keys: others are text.
  let hints: [String]? = nil

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let purpose: LinePurpose
  private var editor: LineEditor

  /// Begins at the end of a text.
  init(for purpose: LinePurpose, text: String) {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  var prompt: LinePrompt? { LinePrompt(label: purpose.label, text: editor.text) }

  func write(_ text: String) -> LayerOutcome {
    change { $0.insert(text) }
    return .handled
  }

  /// Changes the text, or ends; what goes up and down goes through the photos.
  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .accept: return keep()
    case .close, .back:
      purpose.takeBack()
      return .close
    default:
      var isMine = false
      change { isMine = $0.perform(command) }
      return isMine ? .handled : .ignored
    }
  }

  /// Ends the line with its text, unless that cannot be kept.
  private func keep() -> LayerOutcome {
    if let obstacle = purpose.obstacle() { return .said("\(obstacle)") }
    purpose.keep()
    return .close
  }

  /// A click ends the line; the photos hear of it.
  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .click, .doubleClick: return keep()
    case .wheelUp, .wheelDown, .drag, .mark, .markDrag: return .handled
    }
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    LineView(
      label: purpose.label, editor: editor, problem: purpose.problem(),
      hints: keys.hints(besides: .close, "take back"), styles: styles
    ).lay(over: &frame, area)
  }

  private func change(_ body: (inout LineEditor) -> Void) {
    let old = editor.text
    body(&editor)
    if editor.text != old { purpose.change(editor.text) }
  }
}
