import Browser
import CursesTerminal
import Imaging
import Terminal
import Values

/// The terminal of the user, on which the grid is drawn, or told line by line.
@MainActor
struct BrowsingTerminal {
  let screen: any Screen
  /// What pictures are drawn with now.
  let form: () -> TileForm
  /// What tells everything; nil where it is drawn.
  var teller: PlainTeller?
  /// What is to be said once of the terminal.
  var notice: String?
  /// Where paths are copied to.
  let clipboard: Clipboard
  /// Runs other programs; nil where none are run.
  var programs: Programs?
  /// Begins to deliver what the user does.
  let start: (@escaping (TerminalEvent) -> Void) -> Void
  /// How many bytes it has taken.
  let writtenByteCount: () -> Int

  /// Draws on a terminal.
  init(_ session: borrowing CursesSession) {
    let (screen, input) = (session.screen, session.input)
    self.screen = screen
    form = { TileForm.ofOutput(screen.capabilities, colors: screen.depth) }
    notice = session.notice
    clipboard = Clipboard(of: screen)
    programs = Programs(at: input, screen)
    start = input.start
    writtenByteCount = { screen.writtenByteCount }
  }

  /// Tells everything to a terminal; what would write on it by itself is not run.
  init(_ plain: PlainTerminal) {
    screen = plain
    form = { TileForm(symbols: .ascii, colors: .none) }
    teller = PlainTeller(write: plain.write, ask: plain.ask)
    clipboard = Clipboard(of: nil)
    start = plain.start
    writtenByteCount = { plain.writtenByteCount }
  }
}
