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
///   nonisolated static let commands = CommandTable<ClockLayer>([
///     Entry("hide", "t", help: "hide the time").returns { _, _ in .close }
///   ])
///   var keys = BoundKeys(Keymap("the clock", named: "clock", entries: commands.entries))
///
///   func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
///     frame.canvas.drawCentred(DisplayText(time), row: area.origin.row, in: area)
///   }
/// }
/// ```
///
/// Another layer opens it by returning `.open(ClockLayer())` from a command.
package protocol Layer: AnyObject {
  nonisolated static var commands: CommandTable<Self> { get }
  var keys: BoundKeys { get set }
  var traits: LayerTraits { get }
  /// The status line; nil to leave it to the layer below.
  var status: StatusLine? { get }

  /// Returns `.ignored` to pass the command on.
  func handle(_ command: Command, count: Int?) -> LayerOutcome

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome

  func handle(_ event: BrowserEvent) -> LayerOutcome

  /// The area is in character cells, without the status line; called on opening and on changes.
  func resize(to area: CellSize, form: TileForm)

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles)

  func didClose()
}

nonisolated package struct LayerTraits: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Keys unknown here are hidden from the layers below.
  package static let modal = LayerTraits(rawValue: 1)
  package static let translucent = LayerTraits(rawValue: 2)
  /// The layer shows its keys itself, so the status line has no hints.
  package static let showsOwnKeys = LayerTraits(rawValue: 4)

  static let panel: LayerTraits = [.modal, .translucent, .showsOwnKeys]
}

package indirect enum LayerOutcome {
  case handled
  /// Show a message until the next key, or for five seconds.
  case message(StatusMessage)
  /// Show a question; `confirm` is called when the user types the same keys again.
  case asked(String, confirm: () -> LayerOutcome)
  case ignored
  case close
  case open(any Layer)
  /// Close the layer, then apply another outcome.
  case closed(LayerOutcome)
  /// Close the layer, then run a line of the command line.
  case typed(String)
  case completing(Command, argument: String)
  case commandLine(String, after: String = "")
  case quit

  package static func success(_ text: String) -> LayerOutcome { .message(.success(text)) }
  package static func warning(_ text: String) -> LayerOutcome { .message(.warning(text)) }
  package static func error(_ text: String) -> LayerOutcome { .message(.error(text)) }

  /// Of a question, with or without closing the layer.
  var confirmation: (() -> LayerOutcome)? {
    switch self {
    case .asked(_, let confirm): confirm
    case .closed(let outcome): outcome.confirmation
    default: nil
    }
  }
}

extension Layer {
  package typealias Entry = Keymap.Entry

  nonisolated package static var commands: CommandTable<Self> { CommandTable() }
  package var traits: LayerTraits { [] }
  package var status: StatusLine? { nil }

  package func handle(_ command: Command, count: Int?) -> LayerOutcome {
    Self.commands.run(command, on: self, count: count)
  }

  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome { .ignored }
  package func handle(_ event: BrowserEvent) -> LayerOutcome { .ignored }
  package func resize(to area: CellSize, form: TileForm) {}
  package func didClose() {}
}

package protocol RootLayer: Layer {
  var help: HelpText { get }

  func go(to place: String) -> LayerOutcome

  /// Starts completing an argument; the result arrives as `BrowserEvent.completed`.
  func complete(_ command: Command, argument: String)

  /// Work that quitting would abort.
  var unfinished: String? { get }

  func abortUnfinished()

  /// Groups changes so that cells are updated once.
  func combine(_ changes: () -> Void)

  func acknowledge()
}

extension RootLayer {
  package var help: HelpText { HelpText(keymaps: [keys.keymap]) }
  var commandsTakingArguments: [Command] { Self.commands.takingArguments }

  func handle(_ command: Command, argument: String) -> LayerOutcome {
    Self.commands.run(command, on: self, argument: argument)
  }

  package func go(to place: String) -> LayerOutcome { .ignored }
  package func complete(_ command: Command, argument: String) {}
  package var unfinished: String? { nil }
  package func abortUnfinished() {}
  package func combine(_ changes: () -> Void) { changes() }
  package func acknowledge() {}
}

/// A layer that is sent `.wake` while it is visible.
package protocol TimedLayer: Layer {
  var wakeInterval: Duration? { get }
}
