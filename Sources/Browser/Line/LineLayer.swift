import Imaging
import Photos
import Terminal

struct LinePurpose {
  let label: String
  /// Called with the text after every change.
  let change: (String) -> Void
  /// Returns what is wrong with the text, to be shown while typing.
  var problem: () -> FilterProblem? = { nil }
  /// Returns why the text cannot be accepted; nil if it can.
  var obstacle: () -> FilterProblem? = { nil }
  let keep: () -> Void
  let takeBack: () -> Void
}

/// A prompt above the photos, which follow the text while it is typed.
final class LineLayer: Layer {
  private var keys = BoundKeys(.line)
  var keymap: Keymap { keys.keymap }
  let isModal = true
  let isOpaque = false
  // The line shows its own keys; all others are text.
  let hints: [String]? = nil

  func bind(_ bindings: KeyBindings) { keys = keys.bound(by: bindings) }

  private let purpose: LinePurpose
  private var editor: LineEditor

  init(for purpose: LinePurpose, text: String) {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  var prompt: LinePrompt? { LinePrompt(label: purpose.label, text: editor.text) }

  func write(_ text: String) -> LayerOutcome {
    change { $0.insert(text) }
    return .handled
  }

  /// Edits the text or ends the prompt; vertical movement is left to the grid.
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

  private func keep() -> LayerOutcome {
    if let obstacle = purpose.obstacle() { return .said("\(obstacle)") }
    purpose.keep()
    return .close
  }

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
