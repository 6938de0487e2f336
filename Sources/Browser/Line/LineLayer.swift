import Imaging
import Photos
import Terminal

/// A layer in the last line, in which all characters are text.
protocol TextInputLayer: Layer {
  var label: String { get }
  var editor: LineEditor { get set }
  var problem: FilterProblem? { get }
  var note: String? { get }
  var hints: [String] { get }
  var shownMenu: LineMenu? { get }
}

extension TextInputLayer {
  var traits: LayerTraits { .panel }
  var problem: FilterProblem? { nil }
  var note: String? { nil }
  var shownMenu: LineMenu? { nil }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    if let shownMenu { LineMenuView(menu: shownMenu, styles: styles).lay(over: &frame, area) }
    LineView(input: self, problem: problem, styles: styles).lay(over: &frame, area)
  }

  func deleteBackwardOrClose() -> LayerOutcome {
    guard !editor.text.isEmpty else { return .close }
    _ = editor.before.popLast()
    return .handled
  }
}

nonisolated extension LayerCommand where Owner: TextInputLayer {
  static var editing: [LayerCommand] {
    [
      Entry(.left, .left, help: "character left").edits { line in
        if let last = line.before.popLast() { line.after = String(last) + line.after }
      },
      Entry(.right, .right, help: "character right").edits { line in
        if !line.after.isEmpty { line.before.append(line.after.removeFirst()) }
      },
      Entry("word-left", .alt("b"), .alt(.left), help: "word left").edits { line in
        let word = LineEditor.wordLength(line.before.reversed())
        line.after = String(line.before.suffix(word)) + line.after
        line.before.removeLast(word)
      },
      Entry("word-right", .alt("f"), .alt(.right), help: "word right").edits { line in
        let word = LineEditor.wordLength(line.after)
        line.before += line.after.prefix(word)
        line.after.removeFirst(word)
      },
      Entry("line-start", .home, .control("a"), help: "start of the line")
        .edits { ($0.before, $0.after) = ("", $0.text) },
      Entry("line-end", .end, .control("e"), help: "end of the line")
        .edits { ($0.before, $0.after) = ($0.text, "") },
      Entry(.deleteBackward, .backspace, help: "delete the previous character")
        .edits { _ = $0.before.popLast() },
      Entry("delete-forward", .delete, help: "delete the character under the cursor")
        .edits { if !$0.after.isEmpty { $0.after.removeFirst() } },
      // With trailing spaces; words end at spaces.
      Entry("delete-word", .control("w"), help: "delete the previous word").edits { line in
        let spaces = line.before.reversed().prefix { $0 == " " }.count
        let letters = line.before.dropLast(spaces).reversed().prefix { $0 != " " }.count
        line.before.removeLast(spaces + letters)
      },
      Entry(
        "delete-word-left", .alt(.backspace), help: "delete to the start of the word"
      ).edits { $0.before.removeLast(LineEditor.wordLength($0.before.reversed())) },
      Entry("delete-word-right", .alt("d"), help: "delete to the end of the word")
        .edits { $0.after.removeFirst(LineEditor.wordLength($0.after)) },
      Entry("delete-to-start", .control("u"), help: "delete to the start of the line or argument")
        .edits { $0.before = "" },
    ]
  }
}

nonisolated extension Keymap.Entry {
  fileprivate func edits<Owner: TextInputLayer>(
    _ edit: @escaping @MainActor @Sendable (inout LineEditor) -> Void
  ) -> LayerCommand<Owner> {
    does { owner, _ in edit(&owner.editor) }
  }
}

struct LinePurpose {
  let label: String
  let change: (String) -> Void
  /// Returns the first error in the text; Enter does not accept text with an error.
  var problem: () -> FilterProblem? = { nil }
  var note: () -> FilterNote? = { nil }
  /// The completions at the cursor; nil for a line without completion.
  var completions: ((LineEditor) -> LineMenu)?
  var isFilter = false
  /// Opens the text in an editor; nil if it has one line at most.
  var edit: ((String) -> LayerOutcome)?
  /// Receives the text; after an error the line stays open.
  var accept: (String) -> LayerOutcome = { _ in .handled }
  let cancel: () -> Void
}

final class LineLayer: CompletingLayer {
  nonisolated static let commands = CommandTable<LineLayer>(
    [
      Entry("accept", .enter, help: "apply", hint: "apply").returns { $0.accept() },
      Entry(.complete, .tab, help: "complete a field or a value; next in the list")
        .returns { $0.choose(by: 1) },
      Entry(.completeBack, .backTab, help: "previous in the list").returns { $0.choose(by: -1) },
      Entry(.editor, .control("o"), help: "edit a caption in $EDITOR, in several lines")
        .returns { $0.edit() },
    ], LayerCommand.editing,
    [
      Entry(.down, .down, help: "select the photo one row down").passedOn(),
      Entry(.up, .up, help: "select the photo one row up").passedOn(),
      Entry(.pageDown, .pageDown, help: "one screen down").passedOn(),
      Entry(.pageUp, .pageUp, help: "one screen up").passedOn(),
      LayerCommand(.close) { $0.cancel() },
      LayerCommand(.back) { $0.cancel() },
    ])

  var keys = BoundKeys(.line)
  private let purpose: LinePurpose
  var menu: LineMenu?
  var editor: LineEditor {
    didSet {
      menu = nil
      if editor.text != oldValue.text { purpose.change(editor.text) }
    }
  }

  init(for purpose: LinePurpose, text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  var label: String { purpose.label }
  var problem: FilterProblem? { isUnfinished ? nil : purpose.problem() }
  var note: String? { isUnfinished ? purpose.problem()?.reason : purpose.note()?.description }
  var completions: LineMenu? { purpose.completions?(editor) }
  var shownMenu: LineMenu? { menu }

  var takesFilter: Bool { purpose.isFilter }

  var hints: [String] {
    let complete = purpose.completions == nil ? nil : keys.hint(.complete, "complete")
    let help = takesFilter ? keys.hint(.help, "help", inText: true) : nil
    let edit = purpose.edit == nil ? nil : keys.hint(.editor, "editor")
    let all = [complete, edit, help, keys.hint(.close, "cancel")]
    return keys.keymap.hints + all.compactMap(\.self)
  }

  /// Whether the text ends with a field whose value is still to be typed.
  private var isUnfinished: Bool {
    guard let problem = purpose.problem(), problem.field != nil else { return false }
    return editor.text.last == ":" && problem.place.upperBound == editor.text.count
  }

  private func accept() -> LayerOutcome {
    if let problem = purpose.problem() { return .error("\(problem)") }
    return closing(purpose.accept(editor.text))
  }

  private func edit() -> LayerOutcome {
    guard let edit = purpose.edit else { return .warning("Only a caption has several lines") }
    return closing(edit(editor.text))
  }

  private func closing(_ outcome: LayerOutcome) -> LayerOutcome {
    if case .message(let message) = outcome, message.kind == .error { return outcome }
    return .closed(outcome)
  }

  /// Shows a text that was read after the line opened, unless another was typed meanwhile.
  func fill(_ text: String) {
    if editor.text.isEmpty { editor = LineEditor(text) }
  }

  private func cancel() -> LayerOutcome {
    purpose.cancel()
    return .close
  }

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .click, .doubleClick: return accept()
    default: return .handled
    }
  }
}

final class AnswerLayer: TextInputLayer {
  nonisolated static let commands = CommandTable<AnswerLayer>(
    [
      Entry("accept", .enter, help: "confirm", hint: "confirm")
        .returns { .closed($0.answer($0.editor.text)) }
    ], LayerCommand.editing,
    [
      LayerCommand(.deleteBackward) { $0.deleteBackwardOrClose() }
    ])

  var keys = BoundKeys(.answer)
  let label: String
  var editor = LineEditor()
  private let answer: (String) -> LayerOutcome

  /// `answer` is not called if the prompt is closed.
  init(_ label: String, answer: @escaping (String) -> LayerOutcome) {
    self.label = label
    self.answer = answer
  }

  var hints: [String] { keys.hints(besides: .close, "cancel") }
}

extension LayerOutcome {
  /// Asks a question; anything but yes cancels.
  static func confirm(_ question: String, _ perform: @escaping () -> LayerOutcome) -> LayerOutcome {
    .open(
      AnswerLayer("\(question) y/n:") { answer in
        ["y", "Y", "yes"].contains(answer) ? perform() : .message("Cancelled")
      })
  }
}

struct LineView {
  let input: any TextInputLayer
  let problem: FilterProblem?
  let styles: Styles

  private typealias Letter = (text: DisplayText, index: Int)

  func lay(over frame: inout Frame, _ area: Rect) {
    var panel = Canvas(size: CellSize(columns: area.size.columns, rows: 1))
    let cursor = draw(into: &panel)
    let row = area.rows.upperBound - 1
    frame.cover(with: panel, at: CellPoint(column: 0, row: row))
    frame.cursor = CellPoint(column: cursor, row: row)
  }

  private func draw(into canvas: inout Canvas) -> Int {
    let style = styles[.status]
    let columns = canvas.size.columns
    canvas.fill(canvas.bounds, with: style)
    let label = DisplayText("\(input.label) ")
    let width = canvas.draw(label, column: 1, row: 0, columns: columns - 2, style: styles[.hint])
    let (cursor, end) = drawText(into: &canvas, from: 1 + width)
    let (room, note) = (columns - end - 3, input.note)
    let all = DisplayText(([note].compactMap(\.self) + input.hints).joined(separator: "  "))
    let words =
      problem == nil && all.width <= room ? all : DisplayText(problem?.reason ?? note ?? "")
    let shown = words.cutAtEnd(to: max(0, room))
    canvas.draw(
      shown, column: columns - 1 - shown.width, row: 0,
      style: styles[problem == nil ? .hint : .problem])
    return cursor
  }

  private func drawText(into canvas: inout Canvas, from start: Int) -> (cursor: Int, end: Int) {
    let before = letters(input.editor.before, from: 0)
    let after = letters(input.editor.after, from: before.count)
    let room = canvas.size.columns - start - 1
    var shown = before[...]
    while !shown.isEmpty, shown.reduce(0, { $0 + $1.text.width }) >= room {
      shown = shown.dropFirst()
    }
    var (column, cursor) = (start, start)
    for letter in shown + after {
      let style = style(at: letter.index)
      if letter.index <= before.count { cursor = column }
      column += canvas.draw(
        letter.text, column: column, row: 0,
        style: letter.index == before.count ? styles.cursor(over: style) : style)
    }
    guard after.isEmpty else { return (cursor, column) }
    let style = styles.cursor(over: styles[.status])
    canvas.draw(DisplayText(" "), column: column, row: 0, style: style)
    return (column, column + 1)
  }

  private func letters(_ text: String, from first: Int) -> [Letter] {
    zip(text, first...).map { (DisplayText(String($0)), $1) }
  }

  private func style(at index: Int) -> Glyph {
    styles[problem?.place.contains(index) == true ? .problem : .status]
  }
}
