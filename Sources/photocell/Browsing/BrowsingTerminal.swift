import Browser
import Imaging
import Terminal

@MainActor
struct BrowsingTerminal {
  let screen: any Screen
  let form: () -> TileForm
  var announcer: ScreenReaderAnnouncer?
  var notice: String?
  let clipboard: Clipboard
  var programs: Programs?
  let start: (@escaping (TerminalEvent) -> Void) -> Void
  let writtenByteCount: () -> Int

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

  /// Plain mode: no external programs, as they would write to the terminal themselves.
  init(_ plain: PlainTerminal) {
    screen = plain
    form = { TileForm(symbols: .ascii, colors: .none) }
    announcer = ScreenReaderAnnouncer(write: plain.write, ask: plain.ask)
    clipboard = Clipboard(of: nil)
    start = plain.start
    writtenByteCount = { plain.writtenByteCount }
  }
}
