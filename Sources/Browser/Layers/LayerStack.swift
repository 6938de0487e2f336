import Base
import Imaging
import Terminal

package struct LayerStack {
  package let root: any RootLayer
  package private(set) var layers: [any Layer]
  private(set) var area: CellSize
  private(set) var form: TileForm
  private var background: RGB?
  private var interpreter = KeyInterpreter()
  private(set) var bindings = KeyBindings()
  package internal(set) var message: StatusMessage? {
    didSet { sinceMessage = message == nil || !allowsMotion ? nil : stopwatch.start() }
  }
  private let allowsMotion: Bool
  private var sinceMessage: (@Sendable () -> Duration)?
  private var question: (command: Command, layer: any Layer, confirm: () -> LayerOutcome)?
  private let stopwatch: Stopwatch
  private var keyHints = KeyHints()
  private var typedCount = 0
  private var history: [String] = []
  private(set) var isOver = false
  var warning: String?

  private static let messageTime = Duration.seconds(5)

  /// Key presses after which hints are less important than facts.
  private static let newcomerKeys = 12

  init(
    root: any RootLayer, area: CellSize, form: TileForm, stopwatch: Stopwatch,
    allowsMotion: Bool = true
  ) {
    self.allowsMotion = allowsMotion
    self.stopwatch = stopwatch
    self.root = root
    layers = [root]
    self.area = area
    self.form = form
    root.resize(to: area, form: form)
  }

  /// The time until a visible layer is woken or the message expires; nil if neither is due.
  package var wakeInterval: Duration? {
    let left = sinceMessage.map { max(.zero, Self.messageTime - $0()) }
    let timed = visible.compactMap { $0 as? any TimedLayer }
    return [timed.compactMap(\.wakeInterval).last, left].compactMap(\.self).min()
  }

  package var status: StatusLine {
    var status = layers.reversed().lazy.compactMap { $0.status }.first ?? StatusLine()
    let continuations = continuations.joined(separator: "  ")
    status.message =
      message ?? (continuations.isEmpty ? status.message : StatusMessage(continuations))
    status.warning = warning
    status.hints = hints
    if typedCount < Self.newcomerKeys { status.prefersHints = true }
    status.trailing.append(interpreter.pending)
    return status
  }

  /// The status line unless the top layer hides it; messages and typed keys are always shown.
  var shownStatus: StatusLine? {
    var status = status
    if needsWhichKeyView { status.message = nil }
    let isNeeded = status.message != nil || !interpreter.pending.isEmpty
    return isNeeded || top.status?.isHidden != true ? status : nil
  }

  private var top: any Layer { layers[layers.count - 1] }

  private var continuations: [String] {
    message == nil ? interpreter.continuations(in: keymaps) : []
  }

  private var needsWhichKeyView: Bool {
    !continuations.isEmpty && !status.showsWholeMessage(columns: area.columns)
  }

  private var hints: [String] {
    guard continuations.isEmpty, !top.traits.contains(.showsOwnKeys) else { return [] }
    return keyHints.shown(in: keymaps, isRoot: isAtRoot, isCulling: top.keys.isCulling)
  }

  private var isAtRoot: Bool { layers.count == 1 }

  func draw(into frame: inout Frame, _ styles: Styles) {
    let area = Rect(origin: CellPoint(column: 0, row: 0), size: area)
    for layer in visible { layer.draw(into: &frame, area, styles) }
    guard needsWhichKeyView else { return }
    frame.cover(area, withColumnsOf: continuations.map { DisplayText($0) }, styles[.status])
  }

  private var visible: ArraySlice<any Layer> {
    layers[(layers.lastIndex { !$0.traits.contains(.translucent) } ?? 0)...]
  }

  private var keymaps: [Keymap] {
    let active = layers[(layers.lastIndex { $0.traits.contains(.modal) } ?? 0)...]
    return active.reversed().map(\.keys.keymap) + [Keymap.everywhere.bound(by: bindings)]
  }
}

extension LayerStack {
  /// Keeps the background that the terminal reported.
  mutating func resize(to area: CellSize, form: TileForm) {
    self.area = area
    self.form = form
    self.form.background = background ?? form.background
    for layer in layers { layer.resize(to: area, form: self.form) }
  }

  /// Returns a command that no layer handled.
  mutating func type(_ key: Key) -> Command? {
    let (asked, hadMessage) = (question, message != nil)
    if typedCount < Self.newcomerKeys { typedCount += 1 }
    acknowledge()
    if case .character(let character) = key, write(String(character)) { return nil }
    switch interpreter.interpret(key, in: keymaps) {
    case .command(let command, _) where command == asked?.command:
      if let asked { _ = settle(asked.confirm(), of: asked.layer) }
    // Esc clears a message before it ends culling.
    case .command(.close, _) where hadMessage && isAtRoot && top.keys.isCulling: break
    case .command(let command, let count):
      keyHints.note(command, in: keymaps, isRoot: isAtRoot)
      return offer(command, count: count)
    case .unknown(let keys):
      message = .warning("\(Keymap.Entry.text(keys)) does nothing here" + helpWords)
    case .unfinished: question = asked
    case .forgotten: break
    }
    return nil
  }

  mutating func paste(_ text: String) {
    acknowledge()
    _ = write(text)
  }

  private mutating func write(_ text: String) -> Bool {
    guard let top = top as? any TextInputLayer else { return false }
    top.editor.insert(text)
    return true
  }

  mutating func use(_ action: MouseAction, at point: CellPoint) {
    acknowledge()
    interpreter.forget()
    let top = top
    _ = settle(top.handle(action, at: point), of: top)
  }

  /// Sends an event to every layer from bottom to top, `.wake` only to visible ones.
  mutating func send(_ event: BrowserEvent) {
    if case .terminal(.background(let color)) = event {
      background = color
      form.background = color
    }
    if event == .wake, let sinceMessage, sinceMessage() >= Self.messageTime {
      message = nil
      question = nil
    }
    let receivers =
      switch event {
      case .wake: visible
      case .burstsFound: layers.suffix(1)
      default: layers[...]
      }
    for layer in receivers {
      _ = settle(layer.handle(event), of: layer)
    }
  }

  mutating func bind(_ bindings: KeyBindings) {
    self.bindings = bindings
    interpreter.forget()
    for layer in layers { layer.keys = layer.keys.bound(by: bindings) }
  }

  /// Begins with the page of the current mode, in the line of a filter with that of filters.
  mutating func openHelp() {
    guard !layers.contains(where: { $0 is HelpLayer }) else { return }
    var text = root.help
    let keys = top.keys
    let isComparing = keys.comparison != nil
    let titles = [
      keys.isCulling ? Keymap.culling.title : nil, isComparing ? Keymap.comparison.title : nil,
      keys.usual.title,
    ].compactMap(\.self)
    text.keymaps =
      titles.flatMap { title in text.keymaps.filter { $0.title == title } }
      + text.keymaps.filter { !titles.contains($0.title) }
    text.keymaps = (text.keymaps + [.everywhere]).map { $0.bound(by: bindings) }
    open(HelpLayer(text, showsFilters: (top as? LineLayer)?.takesFilter == true))
  }

  private var helpWords: String { keymaps.keys(for: .help).map { " – \($0) for help" } ?? "" }

  mutating func open(_ layer: any Layer) {
    layers.append(layer)
    layer.keys = layer.keys.bound(by: bindings)
    layer.resize(to: area, form: form)
  }

  /// False if only the bottom layer is left.
  mutating func closeTop() -> Bool {
    guard layers.count > 1 else { return false }
    layers.removeLast().didClose()
    return true
  }

  mutating func mayEnd(by command: Command) -> Bool {
    guard let unfinished = root.unfinished else { return true }
    message = .warning("\(unfinished); press again to stop and quit")
    question = (
      command, root,
      { [root] in
        root.abortUnfinished()
        return .quit
      }
    )
    return false
  }

  private mutating func offer(_ command: Command, count: Int?) -> Command? {
    guard command.lines == nil else { return command }
    for layer in layers.reversed() {
      let outcome = layer.handle(command, count: count)
      if case .ignored = outcome {
        // A modal layer that ignores close or back is itself closed, and one in front of the help
        // does not close that.
        if layer.traits.contains(.modal), [.close, .back, .help].contains(command) {
          return command
        }
        continue
      }
      if let confirm = outcome.confirmation { question = (command, layer, confirm) }
      return settle(outcome, of: layer)
    }
    return command
  }

  private mutating func settle(_ outcome: LayerOutcome, of layer: any Layer) -> Command? {
    switch outcome {
    case .handled, .ignored: break
    case .message(let message): self.message = message
    case .asked(let text, _): message = .warning(text)
    case .open(let other):
      message = nil
      open(other)
    case .commandLine(let text, let after): openCommandLine(LineEditor(text, after: after))
    case .completing(let command, let argument): root.complete(command, argument: argument)
    case .quit: isOver = true
    case .close: close(layer)
    case .closed(let outcome):
      close(layer)
      return settle(outcome, of: layer)
    case .typed(let text):
      close(layer)
      if text.contains(where: { $0 != " " }) { history.append(text) }
      return carryOut(text)
    }
    return nil
  }

  private mutating func close(_ layer: any Layer) {
    layers.removeAll { $0 === layer }
    layer.didClose()
  }

  mutating func openCommandLine(_ editor: LineEditor = LineEditor()) {
    open(
      CommandLineLayer(
        commandItems, takingArguments: namesTakingArguments, history: history, editor: editor))
  }

  private var commandItems: [LineMenu.Item] {
    let (keymaps, takingArguments) = (keymaps, namesTakingArguments)
    var help: [Command: String] = [:]
    for entry in (keymaps + Keymap.all).flatMap({ $0.defaults + $0.entries }) {
      for command in entry.commands where help[command] == nil { help[command] = entry.help }
    }
    return commandNames.sorted().map { name in
      let command = Command(rawValue: name)
      return LineMenu.Item(
        name: name, text: takingArguments.contains(name) ? "\(name) " : name,
        help: help[command] ?? "", key: keymaps.keys(for: command) ?? "")
    }
  }

  private var commandNames: Set<String> {
    let bound = keymaps.lazy.flatMap { $0.defaults + $0.entries }.flatMap(\.commands)
    return namesTakingArguments.union(bound.filter { $0.lines == nil }.map(\.rawValue))
  }

  private var namesTakingArguments: Set<String> {
    Set(root.commandsTakingArguments.map(\.rawValue))
  }

  mutating func carryOut(_ text: String) -> Command? {
    switch CommandLine(text, knowing: commandNames, takingArguments: namesTakingArguments) {
    case .nothing: return nil
    case .command(let command, let count):
      guard let unhandled = offer(command, count: count) else { return nil }
      let ofBrowser = Browser.commands.entries.lazy.flatMap(\.commands)
      guard unhandled.lines == nil, !ofBrowser.contains(unhandled) else { return unhandled }
      message = .warning(":\(unhandled.rawValue) does nothing here")
      return nil
    case .withArgument(let command, let argument):
      return settleOrSay(root.handle(command, argument: argument))
    case .place(let place): return settleOrSay(root.go(to: place))
    }
  }

  private mutating func settleOrSay(_ outcome: LayerOutcome) -> Command? {
    if case .ignored = outcome { message = .warning("No photo for this command here") }
    return settle(outcome, of: root)
  }

  private mutating func acknowledge() {
    if message == nil { root.acknowledge() }
    message = nil
    question = nil
  }
}

/// Chooses up to three key hints for the current layer, each until it has been used.
struct KeyHints {
  private var used: Set<String> = []

  private static let limit = 3
  private static let cullingLimit = 4

  func shown(in keymaps: [Keymap], isRoot: Bool, isCulling: Bool) -> [String] {
    let always = [Self.help(in: keymaps), Self.leaving(keymaps, isRoot)].compactMap(\.self)
      .filter { !used.contains($0) }
    let own = keymaps[0].hints.filter { !used.contains($0) && !always.contains($0) }
    return own.prefix(isCulling ? Self.cullingLimit : Self.limit - 2) + always
  }

  mutating func note(_ command: Command, in keymaps: [Keymap], isRoot: Bool) {
    switch command {
    case .help: Self.help(in: keymaps).map { _ = used.insert($0) }
    case .back, .quit: Self.leaving(keymaps, isRoot).map { _ = used.insert($0) }
    default: break
    }
    let words = keymaps[0].entries.filter { $0.ways.contains { $0.command == command } }
      .compactMap(\.hint)
    let hints = keymaps[0].hints
    used.formUnion(hints.filter { hint in words.contains { hint.hasSuffix(" \($0)") } })
  }

  private static func help(in keymaps: [Keymap]) -> String? {
    keymaps.keys(for: .help).map { "\($0) keys" }
  }

  private static func leaving(_ keymaps: [Keymap], _ isRoot: Bool) -> String? {
    let quit = keymaps.keys(for: isRoot ? .back : .quit).map { "\($0) quit" }
    return quit ?? keymaps.keys(for: .back).map { "\($0) back" }
  }
}

extension Frame {
  /// Covers the lowest rows of `area` with texts in columns.
  fileprivate mutating func cover(_ area: Rect, withColumnsOf texts: [DisplayText], _ style: Glyph)
  {
    let (room, gap) = (max(1, area.size.columns - 2), 2)
    let width = min(room, (texts.map(\.width).max() ?? 0) + gap)
    let count = max(1, (room + gap) / max(1, width))
    let rows = min(area.size.rows, (texts.count + count - 1) / count)
    var panel = Canvas(size: CellSize(columns: area.size.columns, rows: rows), filledWith: style)
    for (index, text) in texts.prefix(rows * count).enumerated() {
      panel.draw(
        text.cutAtEnd(to: room), column: 1 + index % count * width, row: index / count,
        style: style)
    }
    cover(with: panel, at: CellPoint(column: 0, row: area.rows.upperBound - rows))
  }
}
