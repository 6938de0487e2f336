package import Base
import CNcurses
import Glibc
import Imaging

/// The standard streams if they are terminals, so that lists can be piped; else /dev/tty.
@MainActor
struct TerminalDevice {
  let input: Int32
  let output: Int32

  /// The largest supported screen; larger terminals use their top left corner.
  static let largest = CellSize(columns: 1000, rows: 500)

  /// On error nothing is left open.
  init() throws(TerminalError) {
    let hasInput = isatty(STDIN_FILENO) == 1
    let hasOutput = isatty(STDOUT_FILENO) == 1
    var opened: Int32 = -1
    if !hasInput || !hasOutput {
      guard let terminal = Descriptor.ofControllingTerminal else { throw .noTerminal }
      opened = terminal.release()
    }
    input = hasInput ? STDIN_FILENO : opened
    output = hasOutput ? STDOUT_FILENO : opened
  }

  /// The descriptors remain open.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// In character cells, at most `largest`; nil if the terminal does not report it.
  var size: CellSize? {
    claimedSize.map {
      CellSize(
        columns: min($0.columns, Self.largest.columns), rows: min($0.rows, Self.largest.rows))
    }
  }

  var isTooLarge: Bool { claimedSize != size }

  private var claimedSize: CellSize? { WindowSize(of: output)?.cells }

  /// Whether the terminal has hung up or reached its end, once all available input has been read.
  var isGone: Bool {
    var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&state, 1, 0) == 1 else { return false }
    if Int32(state.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
    var available: Int32 = 0
    return unsafe ioctl(input, UInt(FIONREAD), &available) != 0 || available == 0
  }

  /// Nil at the deadline or if the terminal is gone.
  func read(before deadline: ContinuousClock.Instant) -> [UInt8]? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard Polling.wait(for: [input], atMost: left)[0] else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe Glibc.read(input, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// In order with the output of ncurses, which buffers nothing between frames.
  func write(_ bytes: [UInt8]) {
    _ = writeAll(bytes, to: output)
  }
}

extension Descriptor {
  /// The terminal of the session, wherever the standard streams go; sets `errno` on failure.
  package static var ofControllingTerminal: Descriptor? {
    Descriptor(opened: unsafe Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
  }
}
