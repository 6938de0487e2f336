import Base
import Imaging
import Terminal

/// The stack of layers: dispatches keys and events, and composes the status line.
struct LayerStack {
  /// The bottom layer comes first and is never removed.
  private(set) var layers: [any Layer]
  /// The area of the layers, in character cells.
  private(set) var area: CellSize
  private(set) var form: TileForm
  private var background: RGB?
  private var interpreter = KeyInterpreter()
  private(set) var bindings = KeyBindings()
  /// A message shown until the next key, or for some seconds.
  var message: String? {
    didSet { sinceMessage = message == nil || !allowsMotion ? nil : stopwatch.start() }
  }
  private let allowsMotion: Bool
  private var sinceMessage: (@Sendable () -> Duration)?
  /// The command and layer of a pending `.asked` question.
  private var question: (command: Command, layer: any Layer)?
  private let stopwatch: Stopwatch
  private var keyHints = KeyHints()
  /// Number of keys typed, up to `newcomerKeys`.
  private var typedCount = 0
  private var history: [String] = []
  private(set) var isOver = false
  var warning: String?

  private static let messageTime = Duration.seconds(5)

  /// Key presses after which hints are less important than facts.
  private static let newcomerKeys = 12

  init(
    root: any Layer, area: CellSize, form: TileForm, stopwatch: Stopwatch,
    allowsMotion: Bool = true
  ) {
    self.allowsMotion = allowsMotion
    self.stopwatch = stopwatch
    layers = [root]
    self.area = area
    self.form = form
    root.resize(to: area, form: form)
  }

  var root: any Layer { layers[0] }

  /// The time until a visible layer is woken or the message expires; nil if neither is due.
  var wakeInterval: Duration? {
    let left = sinceMessage.map { max(.zero, Self.messageTime - $0()) }
    return [visible.compactMap { $0.wakeInterval }.last, left].compactMap(\.self).min()
  }

  var status: StatusLine {
    var status = layers.reversed().lazy.compactMap { $0.status }.first ?? StatusLine()
    status.message = message ?? (ways.isEmpty ? nil : Self.line(of: ways)) ?? status.message
    status.warning = warning
    status.hints = hints
    status.prefersHints = typedCount < Self.newcomerKeys
    status.trailing.append(interpreter.pending)
    return status
  }

  /// The status line unless the top layer hides it; messages and partially typed commands are
  /// always shown.
  var shownStatus: StatusLine? {
    var status = status
    if waysNeedRoom { status.message = nil }
    let isNeeded = status.message != nil || !interpreter.pending.isEmpty
    return isNeeded || !layers[layers.count - 1].hidesStatus ? status : nil
  }

  private var ways: [String] { message == nil ? interpreter.ways(in: keymaps) : [] }

  private static func line(of ways: [String]) -> String { ways.joined(separator: "  ") }

  private var waysNeedRoom: Bool {
    !ways.isEmpty && !status.showsWholeMessage(columns: area.columns)
  }

  private var hints: [String] {
    guard ways.isEmpty, layers[layers.count - 1].hints != nil else { return [] }
    return keyHints.shown(in: keymaps, isRoot: isAtRoot)
  }

  private var isAtRoot: Bool { layers.count == 1 }

  func draw(into frame: inout Frame, _ styles: Styles) {
    let area = Rect(origin: CellPoint(column: 0, row: 0), size: area)
    for layer in visible { layer.draw(into: &frame, area, styles) }
    guard waysNeedRoom else { return }
    WaysView(ways: ways.map { DisplayText($0) }, styles: styles).lay(over: &frame, area)
  }

  private var visible: ArraySlice<any Layer> { layers[(layers.lastIndex { $0.isOpaque } ?? 0)...] }

  /// The active keymaps, in order of precedence.
  private var keymaps: [Keymap] {
    let heard = layers[(layers.lastIndex { $0.isModal } ?? 0)...]
    return heard.reversed().map { $0.keymap } + [Keymap.everywhere.bound(by: bindings)]
  }
}

extension LayerStack {
  /// Sets area in character cells and tile form of all layers; keeps the background the terminal
  /// reported.
  mutating func resize(to area: CellSize, form: TileForm) {
    self.area = area
    self.form = form
    self.form.background = background ?? form.background
    for layer in layers { layer.resize(to: area, form: self.form) }
  }

  /// Handles a key; returns a command that no layer handled.
  mutating func type(_ key: Key) -> Command? {
    let asked = question
    if typedCount < Self.newcomerKeys { typedCount += 1 }
    acknowledge()
    if case .character(let character) = key, write(String(character)) { return nil }
    switch interpreter.interpret(key, in: keymaps) {
    case .command(let command, _) where command == asked?.command:
      if let asked { _ = settle(asked.layer.confirm(command), of: asked.layer) }
    case .command(let command, let count):
      keyHints.note(command, in: keymaps, isRoot: isAtRoot)
      return offer(command, count: count)
    case .unknown(let keys): message = "no key \(keys.script) here" + helpWords
    case .unfinished, .forgotten: break
    }
    return nil
  }

  mutating func paste(_ text: String) {
    acknowledge()
    _ = write(text)
  }

  /// False if characters are keys there.
  private mutating func write(_ text: String) -> Bool {
    let top = layers[layers.count - 1]
    let outcome = top.write(text)
    if case .ignored = outcome { return false }
    _ = settle(outcome, of: top)
    return true
  }

  mutating func use(_ action: MouseAction, at point: CellPoint) {
    acknowledge()
    interpreter.forget()
    let top = layers[layers.count - 1]
    _ = settle(top.handle(action, at: point), of: top)
  }

  /// Sends an event to every layer from bottom to top, `.wake` only to visible ones.
  mutating func tell(_ event: BrowserEvent) {
    if case .terminal(.background(let color)) = event {
      background = color
      form.background = color
    }
    if event == .wake, let sinceMessage, sinceMessage() >= Self.messageTime {
      message = nil
      question = nil
    }
    for layer in event == .wake ? visible : layers[...] {
      _ = settle(layer.handle(event), of: layer)
    }
  }

  mutating func bind(_ bindings: KeyBindings) {
    self.bindings = bindings
    interpreter.forget()
    for layer in layers { layer.bind(bindings) }
  }

  mutating func openHelp() {
    var text = root.help
    text.keymaps = text.keymaps.map { $0.bound(by: bindings) }
    text.everywhere = text.everywhere.bound(by: bindings)
    open(HelpLayer(text))
  }

  private var helpWords: String { keymaps.keys(for: .help).map { "; \($0) shows the keys" } ?? "" }

  mutating func open(_ layer: any Layer) {
    layers.append(layer)
    layer.bind(bindings)
    layer.resize(to: area, form: form)
  }

  /// Closes the top layer; false if only the bottom one is left.
  mutating func closeTop() -> Bool {
    guard layers.count > 1 else { return false }
    layers.removeLast().didClose()
    return true
  }

  /// Whether the browser may end; asks first if work is running.
  mutating func mayEnd(by command: Command) -> Bool {
    guard let unfinished = root.unfinished else { return true }
    message = "\(unfinished); again to stop that and quit"
    question = (command, root)
    return false
  }

  /// Returns the command if no layer handles it.
  private mutating func offer(_ command: Command, count: Int?) -> Command? {
    guard command.lines == nil else { return command }
    for layer in layers.reversed() {
      let outcome = layer.handle(command, count: count)
      if case .ignored = outcome {
        // A modal layer that ignores close or back is itself closed.
        if layer.isModal, [.close, .back].contains(command) { return command }
        continue
      }
      if case .asked = outcome { question = (command, layer) }
      return settle(outcome, of: layer)
    }
    return command
  }

  private mutating func settle(_ outcome: LayerOutcome, of layer: any Layer) -> Command? {
    switch outcome {
    case .handled, .ignored: break
    case .said(let text), .asked(let text): message = text
    case .open(let other): open(other)
    case .commandLine(let text): openCommandLine(text)
    case .completing(let command, let argument):
      for layer in layers { layer.complete(command, argument: argument) }
    case .quit: isOver = true
    case .close: close(layer)
    case .closed(let outcome):
      close(layer)
      return settle(outcome, of: layer)
    case .typed(let text):
      close(layer)
      return perform(text)
    }
    return nil
  }

  private mutating func close(_ layer: any Layer) {
    layers.removeAll { $0 === layer }
    layer.didClose()
  }

  mutating func openCommandLine(_ text: String = "") {
    open(
      CommandLineLayer(
        knowing: commandNames, spoken: spokenNames, history: history, text: text))
  }

  private var commandNames: Set<String> {
    let bound = keymaps.lazy.flatMap { $0.defaults + $0.entries }.flatMap(\.ways).map(\.command)
    return spokenNames.union(bound.filter { $0.lines == nil }.map(\.rawValue))
      .union([Command.reloadConfiguration.rawValue])
  }

  private var spokenNames: Set<String> { Set(layers.flatMap { $0.spoken.map(\.rawValue) }) }

  private mutating func perform(_ text: String) -> Command? {
    if text.contains(where: { $0 != " " }) { history.append(text) }
    return carryOut(text)
  }

  mutating func carryOut(_ text: String) -> Command? {
    switch CommandLine(text, knowing: commandNames, spoken: spokenNames) {
    case .nothing: return nil
    case .command(let command, let count): return offer(command, count: count)
    case .spoken(let command, let argument):
      return offer { $0.handle(command, argument: argument) }
    case .place(let place): return offer { $0.go(to: place) }
    }
  }

  private mutating func offer(_ ask: (any Layer) -> LayerOutcome) -> Command? {
    for layer in layers.reversed() {
      let outcome = ask(layer)
      if case .ignored = outcome { continue }
      return settle(outcome, of: layer)
    }
    message = "there is nothing here that this could be about"
    return nil
  }

  /// If no message is shown, tells the layers that their status was seen.
  private mutating func acknowledge() {
    if message == nil { for layer in layers { layer.acknowledge() } }
    message = nil
    question = nil
  }
}
