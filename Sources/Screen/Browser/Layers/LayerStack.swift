import Imaging
import Terminal
import Values

/// The layers that lie on one another: which of them are seen, woken and asked, and what is said of
/// what they did.
struct LayerStack {
  /// The layers, the top one last; the lowest stays.
  private(set) var layers: [any Layer]
  /// The room of the layers, in character cells.
  private(set) var area: CellSize
  /// What pictures are drawn with.
  private(set) var form: TileForm
  /// What the terminal has said of its background.
  private var background: RGB?
  private var interpreter = KeyInterpreter()
  /// What the user has bound.
  private(set) var bindings = KeyBindings()
  /// What is said until the next key, or for some seconds.
  var message: String? {
    didSet { sinceMessage = message == nil || !allowsMotion ? nil : stopwatch.start() }
  }
  /// Whether a message goes by itself after some time.
  private let allowsMotion: Bool
  /// How long the message has been there.
  private var sinceMessage: (@Sendable () -> Duration)?
  /// What the message asks about, by the layer that asked.
  private var question: (command: Command, layer: any Layer)?
  private let stopwatch: Stopwatch
  /// Which keys are still to be told.
  private var keyHints = KeyHints()
  /// The keys typed so far, counted until there are enough.
  private var typedCount = 0
  /// What has been typed in the command line, the last at the end.
  private var history: [String] = []
  /// Whether a layer has ended the browser.
  private(set) var isOver = false
  /// What is said for as long as the browser runs.
  var warning: String?

  /// How long a message is there to be read.
  private static let messageTime = Duration.seconds(5)

  /// Who has typed so many keys knows where the others are told.
  private static let newcomerKeys = 12

  /// Makes a stack of one layer, and gives it its room.
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

  /// The layer that all others lie on.
  var root: any Layer { layers[0] }

  /// How long to wait before the layers that can be seen are woken, or a message has been read; nil
  /// where nothing waits.
  var wakeInterval: Duration? {
    let left = sinceMessage.map { max(.zero, Self.messageTime - $0()) }
    return [visible.compactMap { $0.wakeInterval }.last, left].compactMap(\.self).min()
  }

  /// What the last line of the screen says, by the highest layer that has something to say.
  var status: StatusLine {
    var status = layers.reversed().lazy.compactMap { $0.status }.first ?? StatusLine()
    status.message = message ?? (ways.isEmpty ? nil : Self.line(of: ways)) ?? status.message
    status.warning = warning
    status.hints = hints
    status.prefersHints = typedCount < Self.newcomerKeys
    status.trailing.append(interpreter.pending)
    return status
  }

  /// What the last line says where it is not the top layer's: an answer, a question and what has been
  /// typed of a command always are said.
  var shownStatus: StatusLine? {
    var status = status
    if waysNeedRoom { status.message = nil }
    let isNeeded = status.message != nil || !interpreter.pending.isEmpty
    return isNeeded || !layers[layers.count - 1].hidesStatus ? status : nil
  }

  /// The ways to go on from what has been typed of a command; none while something else is said.
  private var ways: [String] { message == nil ? interpreter.ways(in: keymaps) : [] }

  private static func line(of ways: [String]) -> String { ways.joined(separator: "  ") }

  /// Whether the last line has no room for all of them.
  private var waysNeedRoom: Bool {
    !ways.isEmpty && !status.showsWholeMessage(columns: area.columns)
  }

  /// Keys that help here and have not been used; none in the middle of a command.
  private var hints: [String] {
    guard ways.isEmpty, layers[layers.count - 1].hints != nil else { return [] }
    return keyHints.shown(in: keymaps, isRoot: isAtRoot)
  }

  private var isAtRoot: Bool { layers.count == 1 }

  /// Draws every layer of which something can be seen, the lowest first.
  func draw(into frame: inout Frame, _ styles: Styles) {
    let area = Rect(origin: CellPoint(column: 0, row: 0), size: area)
    for layer in visible { layer.draw(into: &frame, area, styles) }
    guard waysNeedRoom else { return }
    WaysView(ways: ways.map { DisplayText($0) }, styles: styles).lay(over: &frame, area)
  }

  /// The layers of which something can be seen, the lowest first.
  private var visible: ArraySlice<any Layer> { layers[(layers.lastIndex { $0.isOpaque } ?? 0)...] }

  /// The keymaps in force, the one that decides first.
  private var keymaps: [Keymap] {
    let heard = layers[(layers.lastIndex { $0.isModal } ?? 0)...]
    return heard.reversed().map { $0.keymap } + [Keymap.everywhere.bound(by: bindings)]
  }
}

extension LayerStack {
  /// Gives all layers another room, in character cells, and what pictures are drawn with, on the
  /// background that the terminal has told.
  mutating func resize(to area: CellSize, form: TileForm) {
    self.area = area
    self.form = form
    self.form.background = background ?? form.background
    for layer in layers { layer.resize(to: area, form: self.form) }
  }

  /// Takes a key.
  /// - Returns: A command that no layer has carried out.
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

  /// Gives pasted text to the top layer; where keys are commands, it is none, and is lost.
  mutating func paste(_ text: String) {
    acknowledge()
    _ = write(text)
  }

  /// Gives text to the top layer.
  /// - Returns: Whether that takes any.
  private mutating func write(_ text: String) -> Bool {
    let top = layers[layers.count - 1]
    let outcome = top.write(text)
    if case .ignored = outcome { return false }
    _ = settle(outcome, of: top)
    return true
  }

  /// Lets the top layer do what the mouse asks for.
  mutating func use(_ action: MouseAction, at point: CellPoint) {
    acknowledge()
    interpreter.forget()
    let top = layers[layers.count - 1]
    _ = settle(top.handle(action, at: point), of: top)
  }

  /// Tells every layer of an event, the lowest first, or of `.wake` only those that can be seen.
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

  /// Has all layers take what the user has bound.
  mutating func bind(_ bindings: KeyBindings) {
    self.bindings = bindings
    interpreter.forget()
    for layer in layers { layer.bind(bindings) }
  }

  /// Lays the help on top, with what is really bound.
  mutating func openHelp() {
    var text = root.help
    text.keymaps = text.keymaps.map { $0.bound(by: bindings) }
    text.everywhere = text.everywhere.bound(by: bindings)
    open(HelpLayer(text))
  }

  /// Where the keys are told, where any key tells them.
  private var helpWords: String { keymaps.keys(for: .help).map { "; \($0) shows the keys" } ?? "" }

  /// Lays a layer on top.
  mutating func open(_ layer: any Layer) {
    layers.append(layer)
    layer.bind(bindings)
    layer.resize(to: area, form: form)
  }

  /// Takes the top layer away.
  /// - Returns: False where only the lowest is left.
  mutating func closeTop() -> Bool {
    guard layers.count > 1 else { return false }
    layers.removeLast().didClose()
    return true
  }

  /// Whether the browser may end: where something is under way, that is asked first.
  mutating func mayEnd(by command: Command) -> Bool {
    guard let unfinished = root.unfinished else { return true }
    message = "\(unfinished); again to stop that and quit"
    question = (command, root)
    return false
  }

  /// Offers a command to the layers from the top downwards, until one does not ignore it.
  private mutating func offer(_ command: Command, count: Int?) -> Command? {
    guard command.lines == nil else { return command }
    for layer in layers.reversed() {
      let outcome = layer.handle(command, count: count)
      if case .ignored = outcome {
        // Closing is about the top layer, unless that lets keys through.
        if layer.isModal, [.close, .back].contains(command) { return command }
        continue
      }
      if case .asked = outcome { question = (command, layer) }
      return settle(outcome, of: layer)
    }
    return command
  }

  /// Lets follow what has to from what a layer has done.
  /// - Returns: A command that no layer has carried out.
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

  /// Lays the command line on top.
  /// - Parameter text: What stands in it.
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

  /// Does what was typed in the command line.
  /// - Returns: A command that no layer has carried out.
  private mutating func perform(_ text: String) -> Command? {
    if text.contains(where: { $0 != " " }) { history.append(text) }
    return carryOut(text)
  }

  /// Does what a line of the command line says.
  /// - Returns: A command that no layer has carried out.
  mutating func carryOut(_ text: String) -> Command? {
    switch CommandLine(text, knowing: commandNames, spoken: spokenNames) {
    case .nothing: return nil
    case .command(let command, let count): return offer(command, count: count)
    case .spoken(let command, let argument):
      return offer { $0.handle(command, argument: argument) }
    case .place(let place): return offer { $0.go(to: place) }
    }
  }

  /// Offers what was typed to the layers from the top downwards, until one does not ignore it.
  private mutating func offer(_ ask: (any Layer) -> LayerOutcome) -> Command? {
    for layer in layers.reversed() {
      let outcome = ask(layer)
      if case .ignored = outcome { continue }
      return settle(outcome, of: layer)
    }
    message = "there is nothing here that this could be about"
    return nil
  }

  /// Takes what the status line says for read.
  private mutating func acknowledge() {
    if message == nil { for layer in layers { layer.acknowledge() } }
    message = nil
    question = nil
  }
}
