import CNcurses
import CTerminalGuard
import Glibc
import Imaging
import Terminal

/// The steps that open ncurses on a terminal.
struct CursesOpening {
  /// The type of the terminal.
  let type: TerminalType

  private let device: TerminalDevice
  /// The bytes that give the terminal back.
  let restoration: [UInt8]

  /// Sets the locale and looks the type of the terminal up, which changes nothing on it.
  init(device: TerminalDevice) throws(TerminalError) {
    self.device = device
    Self.setLocale()
    type = try TerminalType(output: device.output)
    restoration = TerminalModes.restoration
  }

  /// The size in character cells by terminfo, for a terminal that does not say.
  var size: CellSize {
    unsafe CellSize(
      columns: Int(getmaxx(pc_stdscr())), rows: Int(getmaxy(pc_stdscr())))
  }

  /// How many colour pairs ncurses can hold; the first is the terminal's own.
  var pairLimit: Int { Int(pc_pair_count()) - 1 }

  /// Opens ncurses, and starts colours where any are wanted.
  /// - Parameters:
  ///   - colors: The colours that are wanted.
  ///   - showsCursor: Whether the cursor is seen where it stands.
  ///   - sink: The descriptor that ncurses writes to, which leads to the terminal.
  /// - Returns: The colours that it has numbers for.
  /// - Throws: `TerminalError.notOpened`; the terminal is left as it was.
  func open(
    _ colors: Capability<ColorDepth>, showsCursor: Bool, writingTo sink: Int32
  ) throws(TerminalError) -> ColorRange {
    // Before newterm, which respects handlers that are there and would install its own otherwise.
    let isGuarded = unsafe restoration.withUnsafeBytes { bytes in
      let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      return unsafe ctg_open(device.output, start, bytes.count) == 0
    }
    guard isGuarded else { throw .notOpened }
    use_env(false)
    // ncurses makes room for as many cells as the terminal claims to have.
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

  /// What only `TERM` promises depends on what its entry promises.
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
    // The empty part after the colon stands for the folders of the system.
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
    // A waiting key must not leave a frame half sent.
    typeahead(-1)
    unsafe keypad(window, true)
    unsafe leaveok(window, true)
    // Scrolling and shifting would carry pictures along that ncurses does not know of.
    unsafe idlok(window, false)
    unsafe idcok(window, false)
  }

  private func startColors(isOwn: Bool) -> ColorRange {
    guard has_colors(), start_color() == OK else { return .none }
    use_default_colors()
    return isOwn ? .own : .palette(Int(pc_color_count()))
  }

  /// Sets how characters are encoded, by the user's locale or else UTF-8.
  private static func setLocale() {
    // Only the characters: eleven more files would be read for the rest, and the decimal point of
    // numbers in files does not depend on the user's language.
    unsafe setlocale(LC_CTYPE, "")
    guard let codeset = unsafe nl_langinfo(Int32(CODESET)) else { return }
    if unsafe strcmp(codeset, "UTF-8") != 0 { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// A variable of the environment; nil where it is missing or is not UTF-8.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }
}
