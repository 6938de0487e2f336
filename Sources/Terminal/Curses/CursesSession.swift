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
      device: device, set: opening.type.questions,
      write: { output.append([.text($0)]) })
    screen = CursesScreen(
      device: device, output: output, sink: sink, capabilities: capabilities, opening: opening,
      colors: colors, question: question)
    notice = opening.type.notice
    input = CursesInput(device: device, screen: screen, question: question)
    question.ask()
  }

  nonisolated package static var hasTerminal: Bool { TerminalDevice.isAvailable }

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
    Self.setLocale()
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
    let isGuarded = unsafe restoration.withUnsafeBytes { bytes in
      let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      return unsafe ctg_open(device.output, start, bytes.count) == 0
    }
    guard isGuarded else { throw .notOpened }
    use_env(false)
    // Otherwise ncurses allocates as many cells as the terminal claims to have.
    use_tioctl(!device.isTooLarge)
    let isOwn = wantsOwnEntry(for: colors) && openOwnEntry(writingTo: sink)
    guard isOwn || newTerminal(type.base, writingTo: sink) else {
      ctg_close()
      throw .notOpened
    }
    if device.isTooLarge, let size = device.size {
      resizeterm(Int32(size.rows), Int32(size.columns))
    }
    setModes(showsCursor: showsCursor)
    device.write(TerminalModes.begin)
    return colors.value == .none ? .none : startColors(isOwn: isOwn)
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
    unsafe setenv("TERMINFO_DIRS", "\(folder.path):\(before ?? "")", 1)
    defer {
      if let before {
        unsafe setenv("TERMINFO_DIRS", before, 1)
      } else {
        unsafe unsetenv("TERMINFO_DIRS")
      }
    }
    return newTerminal(entry.name, writingTo: sink)
  }

  private func newTerminal(_ type: String, writingTo sink: Int32) -> Bool {
    unsafe pc_newterm(type, sink, device.input) != nil
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

  private func startColors(isOwn: Bool) -> ColorRange {
    guard has_colors(), start_color() == OK else { return .none }
    use_default_colors()
    return isOwn ? .own : .palette(Int(pc_color_count()))
  }

  private static func setLocale() {
    // LC_CTYPE only: other categories read eleven more files, and number formats must not change.
    unsafe setlocale(LC_CTYPE, "")
    guard let codeset = unsafe nl_langinfo(Int32(CODESET)) else { return }
    if unsafe strcmp(codeset, "UTF-8") != 0 { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
  }

  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }
}
