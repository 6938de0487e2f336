package import Imaging
package import Terminal

/// A mode of the browser: the keys it knows, what they do, and what it draws.
///
/// Layers lie on one another. A key is looked up in the keymap of the top layer, then of those below
/// it down to the first that is modal, and last in the browser's own. The command found is offered
/// from the top downwards until a layer takes it.
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
/// Another layer opens it by answering a command with `.open(ClockLayer())`.
package protocol Layer: AnyObject {
  /// The keys that this layer adds to those of the layers below.
  var keymap: Keymap { get }
  /// Whether keys that this layer does not know are unknown, even if a layer below knows them.
  var isModal: Bool { get }
  /// Whether nothing of the layers below can be seen.
  var isOpaque: Bool { get }
  /// What the last line of the screen says; nil where the layer below says it.
  var status: StatusLine? { get }
  /// Whether the layer wants the last line of the screen for itself while it is on top; what somebody
  /// must know is said there all the same.
  var hidesStatus: Bool { get }
  /// What is said where nothing is drawn; nil where the layer below says it.
  var telling: Telling? { get }
  /// The line that is typed here; nil where characters are keys.
  var prompt: LinePrompt? { get }
  /// Keys of this layer that help where one is, each with a word, for the right of the last line; nil
  /// where that line names the keys already.
  var hints: [String]? { get }
  /// What the help says while this is the lowest layer.
  var help: HelpText { get }
  /// How long to wait before `.wake`, for as long as this layer can be seen; nil where it waits for
  /// nothing.
  var wakeInterval: Duration? { get }

  /// Carries a command out, unless it is none of this layer's.
  /// - Parameters:
  ///   - command: What is asked for.
  ///   - count: The count typed before it; nil where none was.
  /// - Returns: What came of it.
  func handle(_ command: Command, count: Int?) -> LayerOutcome

  /// Takes what a user has bound, when the layer is opened, and when that has changed.
  func bind(_ bindings: KeyBindings)

  /// The commands of this layer that are typed with what they are about.
  var spoken: [Command] { get }

  /// Carries out a command that was typed with what it is about.
  /// - Parameters:
  ///   - command: What is asked for.
  ///   - argument: What it is about, as somebody has typed it; not empty.
  /// - Returns: What came of it.
  func handle(_ command: Command, argument: String) -> LayerOutcome

  /// Begins to look up what that can become which a command is about; the answer is an event.
  func complete(_ command: Command, argument: String)

  /// What is under way that would not come to its end if the browser ended now; nil where nothing is.
  var unfinished: String? { get }

  /// Goes to a photo that somebody has typed in the command line: a number, a name or a date.
  func go(to place: String) -> LayerOutcome

  /// Takes text that is typed or pasted while this layer is on top; ignores it where characters are keys.
  func write(_ text: String) -> LayerOutcome

  /// Carries out a command that was asked about: the same keys have been typed again while the question
  /// was on the screen.
  func confirm(_ command: Command) -> LayerOutcome

  /// Does what the mouse asks for; only the top layer is told.
  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome

  /// Hears an event that is neither a key nor the mouse; every layer does, and whoever has nothing
  /// to do with it ignores it.
  func handle(_ event: BrowserEvent) -> LayerOutcome

  /// Gives the layer its room, in character cells without the status line, and what pictures are
  /// drawn with: when it is opened, and when either has changed.
  func resize(to area: CellSize, form: TileForm)

  /// Draws the layer over those below, in the looks of a theme.
  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles)

  /// Makes several changes of which only the end will be seen; called of the lowest layer.
  func combine(_ changes: () -> Void)

  /// Hears that what the status line says has been read.
  func acknowledge()

  /// Hears that the layer lies on the stack no more.
  func didClose()
}

/// What came of something that a layer was asked to do.
package indirect enum LayerOutcome {
  /// It is done.
  case handled
  /// It is done, and the status line says a sentence until the next key, or for five seconds.
  case said(String)
  /// Nothing is done yet: the status line asks a question, and the same keys typed again confirm it.
  case asked(String)
  /// It is none of this layer's: the one below is asked.
  case ignored
  /// The layer is to be closed.
  case close
  /// Another layer lies on top from now on.
  case open(any Layer)
  /// The layer is to be closed, and something comes of what was done in it.
  case closed(LayerOutcome)
  /// The layer is to be closed, and what was typed in it is done: a command by its name, or to go to a place.
  case typed(String)
  /// What a command is about is to be looked up, as far as it has been typed.
  case completing(Command, argument: String)
  /// The command line opens, with a text in it to be gone on with.
  case commandLine(String)
  /// The browser ends.
  case quit
}

/// What most layers do.
extension Layer {
  /// Keys fall through.
  package var isModal: Bool { false }
  /// The layer covers the whole area.
  package var isOpaque: Bool { true }
  /// The layer below says what there is to say.
  package var status: StatusLine? { nil }
  /// The layer below says it.
  package var telling: Telling? { nil }
  /// Characters are keys.
  package var prompt: LinePrompt? { nil }
  /// The last line is no part of the layer.
  package var hidesStatus: Bool { false }
  /// The keys of this layer that are named with a word.
  package var hints: [String]? { keymap.hints }
  /// The keys of this layer.
  package var help: HelpText { HelpText(keymaps: [keymap]) }
  /// The layer waits for nothing.
  package var wakeInterval: Duration? { nil }

  /// The keys of this layer stay as they are.
  package func bind(_ bindings: KeyBindings) {}
  /// There are no commands but the browser's.
  package func handle(_ command: Command, count: Int?) -> LayerOutcome { .ignored }
  /// Nothing is typed with what it is about.
  package var spoken: [Command] { [] }
  /// There are no such commands.
  package func handle(_ command: Command, argument: String) -> LayerOutcome { .ignored }
  /// Nothing can be looked up.
  package func complete(_ command: Command, argument: String) {}
  /// Nothing is under way.
  package var unfinished: String? { nil }
  /// There are no places.
  package func go(to place: String) -> LayerOutcome { .ignored }
  /// Characters are keys.
  package func write(_ text: String) -> LayerOutcome { .ignored }
  /// Nothing is asked about.
  package func confirm(_ command: Command) -> LayerOutcome { .ignored }
  /// The mouse does nothing.
  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome { .ignored }
  /// No event matters.
  package func handle(_ event: BrowserEvent) -> LayerOutcome { .ignored }
  /// The layer looks at its area when it is drawn.
  package func resize(to area: CellSize, form: TileForm) {}
  /// The changes are made one by one.
  package func combine(_ changes: () -> Void) { changes() }
  /// Nothing depends on it.
  package func acknowledge() {}
  /// Nothing is left to be done.
  package func didClose() {}
}
