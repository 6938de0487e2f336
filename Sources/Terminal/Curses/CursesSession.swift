import Base
import CNcurses
import CTerminalGuard
import Glibc
import Imaging

/// Closed exactly once, by scope; at most one per process.
@MainActor
package struct CursesSession: ~Copyable {
  package let screen: CursesScreen
  package let input: CursesInput
  package let notice: String?

  /// `capabilities` are assumed until the terminal has replied. On error nothing has changed.
  package init(
    capabilities: TerminalCapabilities, showsCursor: Bool = false
  ) throws(TerminalError) {
    let device = try TerminalDevice()
    let opening = try CursesOpening(device: device)
    guard let sink = FrameSink(terminal: device.output),
      let output = TerminalOutput(descriptor: device.output)
    else { throw .notOpened }
    let colors = try opening.open(
      capabilities.colors, showsCursor: showsCursor, writingTo: sink.number)
    let question = TerminalQuerier(
      device: device, set: opening.type.questions, write: { output.append([.text($0)]) })
    screen = CursesScreen(
      device: device, output: output, sink: sink, capabilities: capabilities, opening: opening,
      colors: colors, question: question)
    notice = opening.type.notice
    input = CursesInput(device: device, screen: screen, question: question)
    question.ask()
  }

  nonisolated package static var hasTerminal: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      || Descriptor.ofControllingTerminal != nil
  }

  deinit {
    let (input, screen) = (input, screen)
    MainActor.assumeIsolated {
      input.stop()
      screen.close()
      ctg_close()
    }
  }
}

@MainActor
struct CursesOpening {
  let type: TerminalType

  private let device: TerminalDevice
  let restoration: [UInt8]

  /// Does not change the terminal.
  init(device: TerminalDevice) throws(TerminalError) {
    self.device = device
    // LC_CTYPE only: other categories read eleven more files, and number formats must not change.
    unsafe setlocale(LC_CTYPE, "")
    if let codeset = unsafe nl_langinfo(Int32(CODESET)), unsafe strcmp(codeset, "UTF-8") != 0 {
      unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }
    type = try TerminalType(output: device.output)
    restoration = TerminalModes.restoration
  }

  /// The size from terminfo, for terminals that report none.
  var size: CellSize {
    unsafe CellSize(columns: Int(getmaxx(pc_stdscr())), rows: Int(getmaxy(pc_stdscr())))
  }

  var pairLimit: Int { Int(pc_pair_count()) - 1 }

  /// Returns the colors that have numbers; on error the terminal is unchanged.
  func open(
    _ colors: Capability<ColorDepth>, showsCursor: Bool, writingTo sink: Int32
  ) throws(TerminalError) -> ColorRange {
    // Must precede newterm, which installs its own signal handlers if there are none.
    guard unsafe ctg_open(device.output, restoration.cString, restoration.count) == 0 else {
      throw .notOpened
    }
    use_env(false)
    // Otherwise ncurses allocates as many cells as the terminal claims to have.
    use_tioctl(!device.isTooLarge)
    let isOwn = wantsOwnEntry(for: colors) && openOwnEntry(writingTo: sink)
    guard unsafe isOwn || pc_newterm(type.base, sink, device.input) != nil else {
      ctg_close()
      throw .notOpened
    }
    if device.isTooLarge, let size = device.size {
      resizeterm(Int32(size.rows), Int32(size.columns))
    }
    setModes(showsCursor: showsCursor)
    device.write(TerminalModes.begin)
    guard colors.value != .none, has_colors(), start_color() == OK else { return .none }
    use_default_colors()
    return isOwn ? .own : .palette(Int(pc_color_count()))
  }

  /// If the color depth comes only from TERM, its terminfo entry decides.
  private func wantsOwnEntry(for colors: Capability<ColorDepth>) -> Bool {
    guard colors.value != .none else { return false }
    if case .variable("TERM", _) = colors.source { return type.takesOwnColors }
    return true
  }

  private func openOwnEntry(writingTo sink: Int32) -> Bool {
    guard let entry = TerminfoEntry(base: type.base) else { return false }
    let cache = TerminfoCache(environment: Self.variable)
    guard let folder = cache.folder(with: entry) else { return false }
    defer { cache.discard(folder, of: entry) }
    let before = Self.variable("TERMINFO_DIRS")
    // The empty part after the colon stands for the system's directories.
    unsafe setenv("TERMINFO_DIRS", "\(folder):\(before ?? "")", 1)
    defer {
      if let before {
        unsafe setenv("TERMINFO_DIRS", before, 1)
      } else {
        unsafe unsetenv("TERMINFO_DIRS")
      }
    }
    return unsafe pc_newterm(entry.name, sink, device.input) != nil
  }

  private func setModes(showsCursor: Bool) {
    let window = unsafe pc_stdscr()
    raw()
    noecho()
    nonl()
    set_escdelay(25)
    curs_set(showsCursor ? 1 : 0)
    // Pending input must not interrupt output in the middle of a frame.
    typeahead(-1)
    unsafe keypad(window, true)
    unsafe leaveok(window, true)
    // Hardware scrolling and insertion would move images that ncurses does not know of.
    unsafe idlok(window, false)
    unsafe idcok(window, false)
  }

  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }
}

/// Terminal modes beyond those of ncurses, and the bytes that undo everything.
@MainActor
enum TerminalModes {
  /// Mouse buttons (1000), motion while one is pressed (1002), SGR mouse reports (1006), focus
  /// events (1004), and bracketed paste (2004).
  static let begin = Array(
    "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?1004h\u{1b}[?2004h".utf8)
  static let end = Array(
    "\u{1b}[?2004l\u{1b}[?1004l\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l".utf8)
  nonisolated static let testColor = RGB(1, 2, 3)
  /// Synchronized output (mode 2026).
  nonisolated static let beginUpdate = Array("\u{1b}[?2026h".utf8)
  static let endUpdate = Array("\u{1b}[?2026l".utf8)

  /// CAN, and ST for strings.
  private static let cut = "\u{18}\u{1b}\\"

  /// Restores the terminal from any state; `setupterm` must have been called.
  static var restoration: [UInt8] {
    var bytes = Array(cut.utf8) + endUpdate + end
    for name in ["rmkx", "sgr0", "op", "cnorm", "rmcup"] { bytes += capability(name) }
    return bytes
  }

  /// A terminfo string without its delays, such as `$<5>`.
  private static func capability(_ name: String) -> [UInt8] {
    guard let text = unsafe pc_capability(name) else { return [] }
    var bytes: [UInt8] = []
    var isDelay = false
    for byte in unsafe String(cString: text).utf8 {
      if byte == UInt8(ascii: "$") { isDelay = true }
      if !isDelay { bytes.append(byte) }
      if byte == UInt8(ascii: ">") { isDelay = false }
    }
    return bytes
  }
}

/// Queries the terminal without drawing on it: the standard streams, or the controlling terminal
/// where they are redirected.
@MainActor
package struct TerminalProbe {
  package let obstacle: TerminalError?
  package let notice: String?
  package let answers: TerminalAnswers
  package let window: WindowSize?

  /// Waits at most a second for each reply; keys typed meanwhile are lost.
  ///
  /// Can be called on the main actor while no session is open; leaves the terminal unchanged.
  package init() {
    let device = try? TerminalDevice()
    window = device.flatMap { WindowSize(of: $0.output) }
    do throws(TerminalError) {
      let type = try TerminalType(output: device?.output ?? STDOUT_FILENO)
      obstacle = nil
      notice = type.notice
      answers = Self.answers(to: type.questions, on: device)
    } catch {
      (obstacle, notice, answers) = (error, nil, TerminalAnswers())
    }
  }

  private static func answers(
    to set: TerminalQuery?, on device: TerminalDevice?
  ) -> TerminalAnswers {
    // A background process would be stopped.
    guard let set, let device, tcgetpgrp(device.output) == getpgrp(),
      unsafe ctg_open(device.output, "", 0) == 0
    else { return TerminalAnswers() }
    defer { ctg_close() }
    guard silence(device) else { return TerminalAnswers() }
    let question = TerminalQuerier(device: device, set: set)
    if let tmux = Tmux(environment: CursesOpening.variable) {
      question.asksOutside = !tmux.dropsPassthrough()
    }
    question.ask()
    question.awaitEnd(goingOn: true)
    return question.answers
  }

  private static func silence(_ device: TerminalDevice) -> Bool {
    var modes = termios()
    guard unsafe tcgetattr(device.input, &modes) == 0 else { return false }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return unsafe tcsetattr(device.input, TCSANOW, &modes) == 0
  }
}
