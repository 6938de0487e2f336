import CNcurses
import Glibc
import Imaging
internal import System

/// The two ends of the terminal that the program is shown on.
///
/// The standard streams are used where they are a terminal, so that a list may come in through a pipe
/// and the marked photos go out through one; otherwise the terminal of the process is opened.
struct TerminalDevice {
  /// The descriptor that keys are read from.
  let input: Int32
  /// The descriptor that frames are written to.
  let output: Int32

  /// The largest screen that is used; a terminal that claims more is drawn in its top left corner.
  static let largest = CellSize(columns: 1000, rows: 500)

  /// Finds the terminal.
  /// - Throws: `TerminalError.noTerminal`; nothing is left open.
  init() throws(TerminalError) {
    let hasInput = isatty(STDIN_FILENO) == 1
    let hasOutput = isatty(STDOUT_FILENO) == 1
    var opened: Int32 = -1
    if !hasInput || !hasOutput {
      opened = Self.openControllingTerminal()
      guard opened >= 0 else { throw .noTerminal }
    }
    input = hasInput ? STDIN_FILENO : opened
    output = hasOutput ? STDOUT_FILENO : opened
  }

  private nonisolated static func openControllingTerminal() -> Int32 {
    unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
  }

  /// Whether `init` would find a terminal.
  nonisolated static var isAvailable: Bool {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 { return true }
    let opened = openControllingTerminal()
    if opened >= 0 { close(opened) }
    return opened >= 0
  }

  /// Uses two descriptors, which stay open.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// The size of the terminal now, in character cells; nil where it does not say.
  var size: CellSize? {
    claimedSize.map {
      CellSize(
        columns: min($0.columns, Self.largest.columns), rows: min($0.rows, Self.largest.rows))
    }
  }

  /// Whether the terminal claims to be larger than the largest screen that is used.
  var isTooLarge: Bool { claimedSize != size }

  private var claimedSize: CellSize? {
    var answer = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &answer) == 0 else { return nil }
    guard answer.ws_col > 0, answer.ws_row > 0 else { return nil }
    return CellSize(columns: Int(answer.ws_col), rows: Int(answer.ws_row))
  }

  /// Whether there is nothing left to read and never will be: the terminal has hung up or reached
  /// its end.
  ///
  /// Meaningful only after everything that was available has been read.
  var isGone: Bool {
    var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&state, 1, 0) == 1 else { return false }
    if Int32(state.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
    var available: Int32 = 0
    return unsafe ioctl(input, UInt(FIONREAD), &available) != 0 || available == 0
  }

  /// Reads what arrives before a deadline, bypassing ncurses; nil if nothing does or the terminal is
  /// gone.
  func read(before deadline: ContinuousClock.Instant) -> [UInt8]? {
    let left = max(.zero, ContinuousClock.now.duration(to: deadline))
    var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&state, 1, Int32(left / .milliseconds(1))) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe Glibc.read(input, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Writes bytes in order with those of ncurses, which buffers nothing between frames.
  func write(_ bytes: StaticString) {
    bytes.withUTF8Buffer { _ = unsafe writeAll(UnsafeRawBufferPointer($0), to: output) }
  }

  /// Writes bytes of which there is more than one kind, as above.
  func write(_ bytes: [UInt8]) {
    _ = writeAll(bytes, to: output)
  }
}
