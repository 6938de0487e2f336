package import Imaging
package import Terminal

/// A mode of the browser: its keys, what they do, and what it draws.
///
/// Layers form a stack. A key is looked up in the keymaps from the top layer down to the first
/// modal one, then in the browser's own. The command is offered to the layers from the top until
/// one handles it.
///
/// ```swift
/// final class ClockLayer: Layer {
///   let keymap = Keymap("the clock", [Keymap.Entry(.close, "t", help: "hide the time")])
///   let wakeInterval: Duration? = .seconds(1)
///
///   func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
///     frame.canvas.drawCentred(DisplayText(time), row: area.origin.row, in: area)
///   }
/// }
/// ```
///
/// Another layer opens it by returning `.open(ClockLayer())` from `handle`.
package protocol Layer: AnyObject {
  var keymap: Keymap { get }
  /// Whether keys unknown here are hidden from the layers below.
  var isModal: Bool { get }
  var isOpaque: Bool { get }
  /// The status line; nil to leave it to the layer below.
  var status: StatusLine? { get }
  /// Whether the layer uses the last line; important messages are shown there anyway.
  var hidesStatus: Bool { get }
  /// The announcement for screen readers; nil to leave it to the layer below.
  var telling: Telling? { get }
  /// The line being typed; nil if characters are keys.
  var prompt: LinePrompt? { get }
  /// Hints for the status line; nil if the layer shows its keys itself.
  var hints: [String]? { get }
  var help: HelpText { get }
  /// How long to wait before sending `.wake` while the layer is visible; nil for never.
  var wakeInterval: Duration? { get }

  /// Returns `.ignored` to pass the command on.
  func handle(_ command: Command, count: Int?) -> LayerOutcome

  func bind(_ bindings: KeyBindings)

  /// The commands that take an argument.
  var spoken: [Command] { get }

  func handle(_ command: Command, argument: String) -> LayerOutcome

  /// Starts completing an argument; the result arrives as `BrowserEvent.completed`.
  func complete(_ command: Command, argument: String)

  /// Describes work that quitting would abort; nil if there is none.
  var unfinished: String? { get }

  /// Goes to a photo given by number, name or date in the command line.
  func go(to place: String) -> LayerOutcome

  /// Returns `.ignored` if characters are keys.
  func write(_ text: String) -> LayerOutcome

  /// Called after `.asked`, when the user has typed the same keys again.
  func confirm(_ command: Command) -> LayerOutcome

  /// Called on the top layer only.
  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome

  /// Called on every layer.
  func handle(_ event: BrowserEvent) -> LayerOutcome

  /// The area is in character cells, without the status line; called on opening and on changes.
  func resize(to area: CellSize, form: TileForm)

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles)

  /// Groups changes so that cells are updated once; called on the bottom layer.
  func combine(_ changes: () -> Void)

  /// Called when the user has seen the status line.
  func acknowledge()

  /// Called after the layer was removed from the stack.
  func didClose()
}

/// What the layer stack does after a layer handled something.
package indirect enum LayerOutcome {
  case handled
  /// Show a message until the next key, or for five seconds.
  case said(String)
  /// Show a question; typing the same keys again calls `confirm`.
  case asked(String)
  case ignored
  case close
  case open(any Layer)
  /// Close the layer, then apply another outcome.
  case closed(LayerOutcome)
  /// Close the layer, then run a line of the command line.
  case typed(String)
  case completing(Command, argument: String)
  case commandLine(String)
  case quit
}

extension Layer {
  package var isModal: Bool { false }
  package var isOpaque: Bool { true }
  package var status: StatusLine? { nil }
  package var telling: Telling? { nil }
  package var prompt: LinePrompt? { nil }
  package var hidesStatus: Bool { false }
  package var hints: [String]? { keymap.hints }
  package var help: HelpText { HelpText(keymaps: [keymap]) }
  package var wakeInterval: Duration? { nil }

  package func bind(_ bindings: KeyBindings) {}
  package func handle(_ command: Command, count: Int?) -> LayerOutcome { .ignored }
  package var spoken: [Command] { [] }
  package func handle(_ command: Command, argument: String) -> LayerOutcome { .ignored }
  package func complete(_ command: Command, argument: String) {}
  package var unfinished: String? { nil }
  package func go(to place: String) -> LayerOutcome { .ignored }
  package func write(_ text: String) -> LayerOutcome { .ignored }
  package func confirm(_ command: Command) -> LayerOutcome { .ignored }
  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome { .ignored }
  package func handle(_ event: BrowserEvent) -> LayerOutcome { .ignored }
  package func resize(to area: CellSize, form: TileForm) {}
  package func combine(_ changes: () -> Void) { changes() }
  package func acknowledge() {}
  package func didClose() {}
}
