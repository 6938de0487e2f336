import Base
import Browser
import FileActions
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

/// Copies paths to the terminal's clipboard (OSC 52), and to the desktop's if there is one.
struct Clipboard {
  private let screen: CursesScreen?
  private let program = ClipboardProgram(environment: Storage.variable)
  private let queue = WorkQueue(label: "clipboard")

  /// Nil if only text may be written to the terminal.
  init(of screen: CursesScreen?) {
    self.screen = screen
  }

  /// Copies absolute paths, one a line; false if they are too long.
  @MainActor
  func take(_ paths: [ByteString]) -> Bool {
    let folder = Storage.workingFolder
    let lines = paths.map { ProgramSettings.absolute($0, in: folder).bytes }
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    let isSent = screen?.copy(text) ?? false
    guard let program else { return isSent }
    return queue.start { program.take(text) } || isSent
  }
}
